import { brandDir } from './brand-dir.ts'
import { readFiles } from './read-files.ts'

/** The files of `BRAND_DIR`. */
export const files = readFiles(brandDir)
