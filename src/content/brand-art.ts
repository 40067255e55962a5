import { brandDir } from './brand-dir.ts'
import { ContentError } from './content-error.ts'
import { readBrandArt } from './drawings/read-brand-art.ts'

const { art, problems } = readBrandArt(brandDir)
if (problems.length > 0) throw new ContentError(problems)

/** The brand's logo, mark and icon: read once for a build (scripts/values-of-build.ts). */
export const brandArt = art
