/** What decides, beside the build, how a picture is drawn. */
export interface MadeWith {
  platform: string
  /** As the browser calls itself: `Chrome/156.0.8078.79`, or `HeadlessChrome/…` of its headless shell. */
  browser: string
  /** The typefaces of the style guide, by the names in their files. */
  faces: string[]
  /** How wide some letters of our own typeface are: without any font of its own, a machine measures them otherwise. */
  sampleWidthPx: number
}

/** Why pictures made with one are not compared with those another draws; `null` where they are. */
export function whyNotCompared(madeWith: MadeWith, here: MadeWith | null): string | null {
  if (here === null) return 'there is no whole browser here, only a headless shell'
  const differences = (
    [
      ['platform', madeWith.platform, here.platform],
      ['browser', majorOf(madeWith.browser), majorOf(here.browser)],
      ['typefaces', madeWith.faces.join(', '), here.faces.join(', ')],
      ['width of letters', madeWith.sampleWidthPx, here.sampleWidthPx],
    ] as const
  ).filter(([, made, found]) => made !== found)
  if (differences.length === 0) return null
  return differences
    .map(
      ([what, made, found]) => `they were made with the ${what} ${made}, and here it is ${found}`,
    )
    .join('; ')
}

/** `Chrome/156` of `Chrome/156.0.8078.79`: what is fixed within a major version does not change how pages look. */
const majorOf = (browser: string): string => browser.split('.')[0]!
