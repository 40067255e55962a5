/** The frame of a story's drawings, and the gradients of its parts. */
export { horizontal, vertical, type ColourStop } from '../backdrops/shapes.ts'

export const W = 1600
export const H = 900
