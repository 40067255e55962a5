import type { Photograph } from './photographs.ts'

/**
 * Of each photographed model the picture of a car, by `colour kdcd` where an option has one of its own, by `colour`, and
 * by `''` for every other colour.
 */
export type CarPhotographs = Record<string, Record<string, Photograph>>

/** Empty without a build, which replaces it by the brand's (scripts/photographs.ts). */
export const carPhotographs: CarPhotographs = {}
