import { styles } from './brand-typeface.ts'
import { styleFor } from './read-typeface.ts'
import { englishPart } from './site-typeface.ts'

const part = await englishPart(styleFor(400, styles)[0])

/** The letters of English as woff2, in Base64: made once for a build (scripts/values-of-build.ts). */
export const englishLetters = part!.toString('base64')
