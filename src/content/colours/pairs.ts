/** AA for text, and for the lines of controls and signs. */
const TEXT = 4.5
const SIGN = 3

export interface Pair {
  /** Names of src/styles/tokens.css without their dashes, or a colour. */
  front: string
  ground: string
  least: number
  where: string
}

/**
 * The colours that stand on each other in the styles (a test holds the style sheets to this): what is drawn, on each ground.
 */
const TABLE: [front: string, grounds: string, least: number, where: string][] = [
  ['ink', 'surface white sunken primary-tint error-tint success-tint warning-tint', TEXT, 'text'],
  [
    'grey-4',
    'surface white sunken primary-tint error-tint success-tint warning-tint',
    TEXT,
    'quiet text',
  ],
  ['primary', 'surface white sunken primary-tint error-tint warning-tint', TEXT, 'links'],
  ['white', 'primary primary-deep', TEXT, 'buttons'],
  ['white', 'accent-strong accent-deep', TEXT, 'the main button'],
  ['white', 'ink', TEXT, 'footer and banner'],
  ['#d3d9de', 'ink', TEXT, 'quiet text of the footer'],
  ['accent-deep', 'white', TEXT, 'the time that is left'],
  ['error', 'surface white error-tint', TEXT, 'faults'],
  ['success', 'surface white success-tint', TEXT, 'what is done'],
  ['warning', 'surface white warning-tint', TEXT, 'warnings'],
  ['white', 'error success', TEXT, 'badges'],
  ['grey-3', 'surface white', SIGN, 'the lines of fields'],
  ['primary', 'grey-2', SIGN, 'progress'],
  ['accent', 'white', SIGN, 'the line below the current page'],
]

export const PAIRS: Pair[] = TABLE.flatMap(([front, grounds, least, where]) =>
  grounds.split(' ').map((ground) => ({ front, ground, least, where })),
)
