/** Where the build puts the pictures of messages and documents: paths below the site’s base. */

/** A grade in a colour as JPEG, for messages and documents, 828 x 330. The path below the base. */
export const carPicturePath = (
  modelSlug: string,
  variantCode: string,
  colourCode: string,
): string => `/art/car-${modelSlug}-${variantCode}-${colourCode}.jpg`

/** The logo as PNG, 356 x 60: white on the brand’s colour, or in its colours on white. The path below the base. */
export const logoPath = (ground: 'brand' | 'white'): string => `/art/logo-on-${ground}.png`

/** The typeface of the site for messages. The path below the base. */
export const TYPEFACE_PATH = '/art/typeface.woff2'
