import { otherSlugs } from './other-slugs.ts'

/** The slug of a model that a quote names. */
export const modelSlug = (name: string): string => otherSlugs[name] ?? plainSlug(name)

export const plainSlug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
