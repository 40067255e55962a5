/** A charger behind a car with its cable, in the car's own units. */
import { num } from '../curves.ts'
import { path, stroke } from '../svg.ts'
import type { Pen } from './lit.ts'

export const CHARGER_LENGTH_MM = 1500

/** @param tail The x of the rear bumper. @param port The charging port: x, and y upwards. */
export function charger(
  { box, shadow }: Pen,
  tail: number,
  [portX, portY]: readonly [number, number],
): string {
  const x = tail + 620
  const cable = `M${num(portX)} ${num(-portY)}C${num(portX + 260)} ${num(-portY + 120)} ${num(portX + 300)}-70 ${num(tail + 180)}-56S${num(x - 60)}-140 ${num(x + 60)}-1050`
  return (
    shadow(x - 120, x + 620) +
    box(x, -1960, 480, 1960, 70, '#e8ebea') +
    box(x + 54, -1880, 372, 720, 40, '#12171b') +
    path(`M${num(x + 110)}-1760h260v250h-260Z`, 'fill="#14324a"') +
    stroke(`M${num(x + 250)}-1745l-70 125h110l-70 120`, 26, '#7fe3a9') +
    stroke(`M${num(x + 120)}-1420h240`, 26, '#2b3a44') +
    stroke(`M${num(x + 120)}-1420h172`, 26, '#7fe3a9') +
    stroke(`M${num(x + 120)}-1330h130`, 16, '#8fa3af', 0.7) +
    // The light along its foot
    stroke(`M${num(x + 60)}-90h360`, 30, '#7fe3a9', 0.9, 'filter="url(#pb)"') +
    stroke(`M${num(x + 60)}-90h360`, 14, '#c9ffe0') +
    box(x + 20, -1120, 90, 170, 26, '#0d1114') +
    stroke(cable, 46, '#0a0c0d') +
    stroke(cable, 10, '#fff', 0.25) +
    `<circle cx="${num(portX)}" cy="${num(-portY)}" r="120" fill="#7fe3a9" fill-opacity=".4" filter="url(#pb)"/>` +
    path(`M${num(portX - 46)} ${num(-portY - 56)}h92v112h-92Z`, 'fill="#0d1114"') +
    stroke(`M${num(portX - 30)} ${num(-portY - 40)}v80`, 10, '#7fe3a9')
  )
}
