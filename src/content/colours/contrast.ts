/** Colours of the styles: their contrast as WCAG 2.2 defines it, and mixtures as CSS makes them. */

type Triple = [number, number, number]

/** Red, green and blue of `#abc` or `#aabbcc`, each 0 to 1, as shares of light. */
function lightOf(hex: string): Triple {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')
  return [0, 2, 4].map((from) => {
    const channel = Number.parseInt(digits.slice(from, from + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as Triple
}

const hexOf = (light: Triple): string =>
  `#${light
    .map((share) => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
    .map((channel) => Math.round(Math.min(Math.max(channel, 0), 1) * 255))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`

export function luminance(hex: string): number {
  const [red, green, blue] = lightOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 for the same colour to 21 for black and white. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

type Matrix = [Triple, Triple, Triple]
// https://www.w3.org/TR/css-color-4/#color-conversion-code
const LIGHT_TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const CONES_TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const OKLAB_TO_CONES: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const CONES_TO_LIGHT: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]
const times = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple
const oklab = (hex: string): Triple =>
  times(CONES_TO_OKLAB, times(LIGHT_TO_CONES, lightOf(hex)).map(Math.cbrt) as Triple)
const fromOklab = (lab: Triple): string =>
  hexOf(times(CONES_TO_LIGHT, times(OKLAB_TO_CONES, lab).map((cone) => cone ** 3) as Triple))

/** `color-mix(in oklab, one 82%, other)`, with the share 0.82. */
export function mixed(one: string, share: number, other: string): string {
  const [from, to] = [oklab(one), oklab(other)]
  return fromOklab(from.map((value, i) => value * share + to[i]! * (1 - share)) as Triple)
}

/** The shades of a colour, nearest first: the same hue, lighter and darker by a two-hundredth at a time. */
export function shadesOf(hex: string): string[] {
  const [lightness, a, b] = oklab(hex)
  return Array.from({ length: 200 }, (_, step) => (step + 1) / 200)
    .flatMap((step) => [lightness - step, lightness + step])
    .filter((one) => one >= 0 && one <= 1)
    .map((one) => {
      const less = Math.min(1, one / lightness, (1 - one) / (1 - lightness) || 1)
      return fromOklab([one, a * less, b * less])
    })
}
