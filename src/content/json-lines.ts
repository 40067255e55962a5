const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],\n]|[^\s{}[\],:"]+/g

/**
 * The line each value of a JSON text begins on (the first is 1), by its path: `variants[0].priceCents`; the root is ''.
 *
 * @param text Valid JSON.
 */
export function jsonLines(text: string): Map<string, number> {
  const lines = new Map<string, number>()
  /** The open objects and lists: the path of each, and the key or index of its next value. */
  const open: { path: string; at: string | number | null }[] = []
  let line = 1

  for (const [token] of text.matchAll(TOKEN)) {
    const inside = open.at(-1)
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') inside!.at = typeof inside!.at === 'number' ? inside!.at + 1 : null
    else if (inside?.at === null) inside.at = JSON.parse(token) as string
    else {
      const path = inside ? pathText([inside.path, inside.at!]) : ''
      lines.set(path, line)
      if (token === '{') open.push({ path, at: null })
      if (token === '[') open.push({ path, at: 0 })
    }
  }
  return lines
}

/** `['variants', 0, 'priceCents']` as `variants[0].priceCents`. */
export const pathText = (path: PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\.+/, '')

/** The path of a value and those of its ancestors, ending with the root. */
export function pathsAround(path: string): string[] {
  const paths = [path]
  for (let rest = path; rest !== ''; paths.push(rest))
    rest = rest.replace(/(^|\.)[^.[]+$|\[\d+\]$/, '')
  return paths
}
