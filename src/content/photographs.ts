import { brandDir } from './brand-dir.ts'
import { catalogue } from './catalogue.ts'
import { ContentError } from './content-error.ts'
import { readPhotographs } from './read-photographs.ts'

const read = await readPhotographs(brandDir, catalogue)
if (read.problems.length > 0) throw new ContentError(read.problems)

/** The photographs and the cars in 3D of the brand, by the slug of their model: read once for a build (scripts/photographs.ts). */
export const { photographs, sources, cars3d } = read
