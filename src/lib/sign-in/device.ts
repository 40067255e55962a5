/** The first name of a table whose pattern matches. Order matters: every browser also claims to be others. */
const named = (table: readonly [name: string, mark: RegExp][], text: string): string | undefined =>
  table.find(([, mark]) => mark.test(text))?.[0]

const BROWSERS: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]

const SYSTEMS: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/**
 * The name of a browser and its system, `Chrome on Windows`, from its user agent. Empty when neither is recognised.
 *
 * @param userAgent The header of that name; only its first 500 characters are read.
 */
export function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  const system = named(SYSTEMS, text)
  const browser = named(BROWSERS, text)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? ''
}
