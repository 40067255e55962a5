/** Contrast of colours as WCAG 2.2 defines it. */

/** Red, green and blue of `#abc` or `#aabbcc`, each 0 to 1. */
export const channels = (hex: string): [number, number, number] => {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')
  const at = (from: number) => Number.parseInt(digits.slice(from, from + 2), 16) / 255
  return [at(0), at(2), at(4)]
}

/** The share of light a channel stands for. */
export const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map(linear) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 for the same colour to 21 for black and white. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
