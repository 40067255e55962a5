/** Tarvane mark and wordmark. The mark is a weather vane read as a leaning T, and one step further to the right. Grid: 64 x 64. */
const BLUE = '#1E3A5F',
  ORANGE = '#C8541C',
  INK = '#121417'

const VANE = 'M3 25L61 8L51 25Z',
  POST = 'M22 31H39L30 57H13Z',
  STEP = 'M44 47H57L53.5 57H40.5Z'

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Tarvane">${body}</svg>`
export const markPaths = (colour: string, accent: string): string =>
  `<path d="${VANE}${POST}" fill="${colour}"/><path d="${STEP}" fill="${accent}"/>`

/** The mark. Pass one colour (or 'currentColor') for one-colour use. */
export const mark = (colour = BLUE, accent = colour): string =>
  svg(64, 64, markPaths(colour, accent))

/** Letters 60 high: outline, advance width, and the kerning to the next letter. */
const LETTERS: [outline: string, width: number, kern: number][] = [
  ['M0 0H46V9H28V60H18V9H0Z', 46, -6],
  ['M0 60L20 0H32L52 60H42L26 11L10 60ZM12 37H40V46H12Z', 52, 1],
  [
    'M0 0H28C40 0 46 7 46 18C46 28 41 34 33 36L48 60H36L23 37H10V60H0ZM10 9V28H27C33 28 36 24 36 18.5C36 12 33 9 27 9Z',
    48,
    -3,
  ],
  ['M0 0H10L26 49L42 0H52L32 60H20Z', 52, -13],
  ['M0 60L20 0H32L52 60H42L26 11L10 60ZM12 37H40V46H12Z', 52, 2],
  ['M0 60V0H11L38 42V0H48V60H37L10 18V60Z', 48, 2],
  ['M0 0H40V9H10V25H36V34H10V51H40V60H0Z', 40, 0],
]
const TRACKING = 15

function letters(colour: string): { body: string; width: number } {
  let x = 0,
    body = ''
  for (const [outline, width, kern] of LETTERS) {
    body += `<path d="${outline}" transform="translate(${x} 0)"/>`
    x += width + TRACKING + kern
  }
  return { body: `<g fill="${colour}">${body}</g>`, width: x - TRACKING }
}

export function wordmark(colour = INK): string {
  const { body, width } = letters(colour)
  return svg(width, 60, body)
}

/** Mark and wordmark side by side. */
export function lockup(colour = BLUE, accent = ORANGE, text = INK): string {
  const { body, width } = letters(text)
  return svg(
    92 + Math.ceil(width * 0.8),
    72,
    `<g transform="translate(0 3)">${markPaths(colour, accent)}</g><g transform="translate(92 14)scale(.8)">${body}</g>`,
  )
}
