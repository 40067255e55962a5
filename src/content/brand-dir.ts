import { relative, resolve } from 'node:path'

/**
 * The folder with everything a brand is: its files, logo, fonts and pictures (docs/brand.md). `BRAND_DIR` names it; the
 * default is this folder. Builds, tests and `catalogue:*` commands read it. The built server doesn't.
 */
export const brandDir = resolve(process.env.BRAND_DIR || import.meta.dirname)

/** A file of the brand as messages name it, and '' for its folder: from here, or in full when it lies outside. */
export const brandFile = (name: string): string => {
  const path = resolve(brandDir, name)
  const fromHere = relative('.', path)
  return fromHere.startsWith('..') ? path : fromHere
}
