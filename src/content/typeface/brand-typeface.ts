import { brandDir } from '../brand-dir.ts'
import { catalogue } from '../catalogue.ts'
import { ContentError } from '../content-error.ts'
import { readTypeface } from './read-typeface.ts'

const read = readTypeface(brandDir, catalogue.brand.typeface)
if (read.problems.length > 0) throw new ContentError(read.problems)

/** The faces of the brand's typeface. */
export const { styles } = read
