/** The front of a scene of a model's story: the car with something beside it on a landscape's road. */
import { renderCar, viewBox, type RenderOptions } from '../car-art.ts'
import type { LightName } from '../light.ts'
import type { Model } from '../model.ts'
import { linear } from '../svg.ts'
import { charger, CHARGER_LENGTH_MM } from './charger.ts'
import { pen, penDefinitions, type Pen } from './lit.ts'
import { luggage, LUGGAGE_LENGTH_MM } from './luggage.ts'
import { AHEAD_MM, sensed } from './sensed.ts'
import { trailerFor } from './towing.ts'
import type { StoryView } from './views.ts'

/** Every view but the cabin, which is drawn on its own (cabin.ts). */
export type RoadView = Exclude<StoryView, 'cabin'>

export interface StoryCar {
  drawing: Model
  look: Pick<RenderOptions, 'paint' | 'roof' | 'finish'>
  light: LightName
  brakedTowKg: number
}

/** The frame in shares of its width: its height, and the ground above its lower edge. `story.css` lays it on the road. */
export const FRAME = { height: 0.36, ground: 0.045 }

const MARGIN_MM = 500
const BALL_MM = 60

interface Beside {
  /** How far it reaches before the nose and behind the tail. */
  aheadMm: number
  behindMm: number
  draw: (pen: Pen) => string
}

const at = (x: number, shapes: string): string => `<g transform="translate(${x} 0)">${shapes}</g>`

function beside(view: RoadView, { drawing: m, brakedTowKg }: StoryCar): Beside {
  switch (view) {
    case 'boot':
      return {
        aheadMm: 0,
        behindMm: LUGGAGE_LENGTH_MM,
        draw: (tools) => at(m.length, luggage(tools)),
      }
    case 'towing': {
      const trailer = trailerFor(brakedTowKg)
      return {
        aheadMm: 0,
        behindMm: trailer.lengthMm + BALL_MM,
        draw: (tools) => at(m.length + BALL_MM, trailer.draw(tools)),
      }
    }
    case 'charging':
      return {
        aheadMm: 0,
        behindMm: CHARGER_LENGTH_MM,
        draw: (tools) => charger(tools, m.length, m.flap ?? [m.length * 0.87, m.height * 0.56]),
      }
    case 'safety':
      return { aheadMm: AHEAD_MM, behindMm: 0, draw: (tools) => sensed(tools, m.height * 0.38) }
  }
}

export function renderStory(view: RoadView, car: StoryCar): string {
  const { drawing: m, look, light } = car
  const { aheadMm, behindMm, draw } = beside(view, car)
  const width = MARGIN_MM * 2 + aheadMm + m.length + behindMm
  const [x, y, w, h] = viewBox(m)
  const own = renderCar(m, { uid: 'c', ...look, light }).replace(
    '<svg ',
    `<svg x="${x}" y="${y}" width="${w}" height="${h}" overflow="visible" `,
  )
  const box = [
    -MARGIN_MM - aheadMm,
    (FRAME.ground - FRAME.height) * width,
    width,
    FRAME.height * width,
  ]
  const waves = linear('sv', -AHEAD_MM, 0, 0, 0, [
    [0, '#bfe4ff', 0],
    [1, '#bfe4ff', 0.34],
  ])
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.map(Math.round).join(' ')}" aria-hidden="true">` +
    `<defs>${penDefinitions(light)}${waves}</defs>` +
    // A trailer is behind the tail, a cable and luggage before it.
    (view === 'towing' ? draw(pen(light)) + own : own + draw(pen(light))) +
    '</svg>'
  )
}
