/** Both halves of a car from one. */
import { knots, spline, type Knot } from '../curves.ts'

/** The other half, in the opposite order. */
const otherHalf = (half: Knot[]): Knot[] =>
  half
    .filter(({ x }) => x !== 0)
    .reverse()
    .map((knot) => ({
      ...knot,
      x: -knot.x,
      heading: knot.heading === undefined ? undefined : -knot.heading,
    }))

/** Levels a smooth knot on the middle line. */
const level = (knot: Knot, heading: number): Knot =>
  knot.x === 0 && !knot.corner ? { ...knot, heading: knot.heading ?? heading } : knot

/** An outline, of its half from the middle above to the middle below. */
export function outline(text: string): string {
  const half = knots(text).map((knot, i) => level(knot, i === 0 ? 0 : Math.PI))
  return spline([...half, ...otherHalf(half)], true)
}

/** A line, of its half from the middle outwards. */
export function across(text: string): Knot[] {
  const half = knots(text).map((knot) => level(knot, 0))
  return [...otherHalf(half), ...half]
}

/** Draws the content on one side, and mirrored on the other. */
export const bothSides = (id: string, content: string): string =>
  `<g id="${id}">${content}</g><use href="#${id}" transform="scale(-1 1)"/>`
