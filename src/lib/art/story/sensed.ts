/** A cyclist ahead of a car, and the waves by which the car sees them, from its nose at x = 0. */
import { num } from '../curves.ts'
import { path, stroke } from '../svg.ts'
import type { Pen } from './lit.ts'

/** How far ahead the cyclist's front wheel is. */
export const AHEAD_MM = 3500

/** @param noseY The height of the sensor. */
export function sensed({ shadow, light }: Pen, noseY: number): string {
  const wave = (r: number, opacity: number) =>
    stroke(
      `M${num(-r * 0.94)} ${num(-noseY - r * 0.26)}A${r} ${r} 0 0 0 ${num(-r * 0.94)} ${num(-noseY + r * 0.26)}`,
      22,
      '#bfe4ff',
      opacity,
    )
  const [rim] = light.rim
  const dark = '#1a2229'
  const wheel = (x: number) =>
    `<circle cx="${x}" cy="-340" r="325" fill="none" stroke="${dark}" stroke-width="34"/><circle cx="${x}" cy="-340" r="325" fill="none" stroke="${rim}" stroke-width="7" stroke-opacity=".5"/><circle cx="${x}" cy="-340" r="34" fill="${dark}"/>`
  const rider =
    stroke(
      'M-1900-340L-2160-920L-2800-880M-2900-340L-2780-960M-1900-340L-2400-330L-2780-900M-2400-330L-2160-900M-2900-340',
      44,
      '#39505c',
    ) +
    stroke('M-2800-960L-2880-1060L-2980-1050M-2060-960H-2230', 40, dark) +
    // The legs, the body and the arms
    stroke(
      'M-2150-1010C-2350-960-2500-860-2500-800L-2360-470L-2460-420',
      116,
      dark,
      1,
      'stroke-linecap="round" stroke-linejoin="round"',
    ) +
    path(
      'M-2050-1010C-2090-1150-2330-1540-2520-1620C-2640-1640-2680-1560-2640-1470C-2560-1320-2360-1060-2260-950C-2180-920-2080-930-2050-1010Z',
      'fill="#d9662a"',
    ) +
    stroke('M-2120-1130L-2600-1560', 30, '#fff', 0.75) +
    stroke(
      'M-2560-1500C-2660-1300-2760-1200-2880-1090',
      84,
      '#d9662a',
      1,
      'stroke-linecap="round"',
    ) +
    `<circle cx="-2660" cy="-1760" r="120" fill="#8a6048"/>` +
    path(
      'M-2800-1790C-2800-1930-2700-1980-2600-1960C-2510-1930-2490-1850-2510-1780C-2600-1830-2700-1830-2800-1790Z',
      'fill="#e9edec"',
    ) +
    `<circle cx="-1960" cy="-820" r="70" fill="#ff4b3a" fill-opacity=".5" filter="url(#pb)"/><circle cx="-2010" cy="-830" r="30" fill="#ff5a48"/>`
  return (
    path(
      `M-60 ${num(-noseY)}L${num(-3300)} ${num(-noseY - 880)}A3420 3420 0 0 0-3300 ${num(-noseY + 560)}Z`,
      'fill="url(#sv)"',
    ) +
    shadow(-3260, -1540) +
    wheel(-1900) +
    wheel(-2900) +
    rider +
    [420, 760, 1100].map((r, i) => wave(r, 0.9 - i * 0.22)).join('')
  )
}
