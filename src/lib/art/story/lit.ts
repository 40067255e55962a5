/** Things beside a car, in its units (mm, the ground at y = 0, up is negative) and in the light of its landscape. */
import { num } from '../curves.ts'
import { LIGHTS, type Light, type LightName } from '../light.ts'
import { BLACK, blur, linear, path, radial, stroke, WHITE } from '../svg.ts'

/** Draws a shape of a colour as the light shows it. */
export interface Pen {
  light: Light
  shape: (d: string, fill: string) => string
  /** A rounded box by its left end, its upper edge, its width and its height. */
  box: (x: number, y: number, width: number, height: number, radius: number, fill: string) => string
  wheel: (x: number, radius: number) => string
  shadow: (from: number, to: number) => string
}

const TALLEST = 2700

export const penDefinitions = (lightName: LightName): string =>
  linear('pa', 0, TALLEST, 0, 0, LIGHTS[lightName].air) +
  linear('pr', 0, TALLEST, 0, 0, [
    [0, WHITE, 0.16],
    [0.5, WHITE, 0],
    [1, BLACK, 0.4],
  ]) +
  radial('ps', 0, 0, 1, [
    [0, BLACK, 0.72],
    [0.7, BLACK, 0.5],
    [1, BLACK, 0],
  ]) +
  radial('pw', 0, 0, 1, [
    [0, '#d5d9db'],
    [0.6, '#8b9398'],
    [1, '#5c6469'],
  ]) +
  blur('pb', 26)

export function pen(lightName: LightName): Pen {
  const light = LIGHTS[lightName]
  const [rim, strength] = light.rim
  const shape = (d: string, fill: string) =>
    path(d, `fill="${fill}"`) +
    path(d, 'fill="url(#pr)"') +
    (light.air.length > 0 ? path(d, 'fill="url(#pa)"') : '') +
    stroke(d, 7, rim, strength * 0.4)
  return {
    light,
    shape,
    box: (x, y, width, height, radius, fill) =>
      shape(roundedBox(x, y, width, height, radius), fill),
    wheel: (x, radius) =>
      `<g transform="translate(${num(x)} ${num(-radius)})scale(${num(radius)})"><circle r="1" fill="#0c0e10"/><circle r=".66" fill="url(#pw)"/>` +
      [0, 60, 120, 180, 240, 300]
        .map(
          (turn) =>
            `<path d="M-.1-.2L-.17-.58A.6.6 0 0 1 .17-.58L.1-.2Z" fill="#14171a" transform="rotate(${turn})"/>`,
        )
        .join('') +
      '<circle r=".14" fill="#2a2f33"/></g>',
    shadow: (from, to) =>
      `<g transform="translate(${num((from + to) / 2)} 0)scale(${num((to - from) / 2)} 60)"><circle r="1" fill="url(#ps)"/></g>`,
  }
}

const roundedBox = (x: number, y: number, width: number, height: number, r: number): string =>
  `M${num(x + r)} ${num(y)}h${num(width - 2 * r)}a${r} ${r} 0 0 1 ${r} ${r}v${num(height - 2 * r)}a${r} ${r} 0 0 1-${r} ${r}h${num(2 * r - width)}a${r} ${r} 0 0 1-${r}-${r}v${num(2 * r - height)}a${r} ${r} 0 0 1 ${r}-${r}Z`
