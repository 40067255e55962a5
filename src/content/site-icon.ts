import { icon } from '#lib/art/drawing.ts'
import { basePath } from '#lib/shared/site-paths.ts'
import { brandArt } from './brand-art.ts'
import { catalogue } from './catalogue.ts'

/** The icon of a tab, as SVG. */
export const iconSvg = (): string => icon(brandArt.icon, catalogue.brand.colours.primary, 'rounded')

/** A larger icon is a file, which pages share. */
const MOST_IN_A_PAGE = 1_500

/** The address of the icon for `<link>`: the icon itself if it is small, which saves a request. */
export function iconAddress(base: string): string {
  const svg = iconSvg()
  return svg.length > MOST_IN_A_PAGE
    ? `${basePath(base)}/favicon.svg`
    : `data:image/svg+xml,${encodeURIComponent(svg)}`
}
