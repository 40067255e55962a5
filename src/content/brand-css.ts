import { carSize } from './model-pictures.ts'
import type { Catalogue } from './schema/catalogue.ts'
import type { Colour } from './schema/model.ts'

/**
 * The brand's colours as a stylesheet: `virtual:brand.css`, bundled with the others.
 *
 * - `:root` has `--primary`, `--accent`, `--ink` and `--surface`.
 * - `.paint-{code}` sets `--paint` and `--roof` for a swatch or an inlined car inside it.
 * - `.trim-{code}` does the same for the swatch of an interior.
 * - `.scale-{slug}` has `--length`, a drawing's width as a share of the longest: `.to-scale` keeps cars in
 *   true proportion to one another.
 * - `.paints:has(input[value={code}]:checked)` repaints the inlined car beside the radios, without script, and shows the
 *   picture with its `data-colour`.
 */
export function brandCss({ brand, colours, interiors, models }: Catalogue): string {
  const { primary, accent, ink, surface } = brand.colours
  const paint = ({ hex, secondaryHex }: Pick<Colour, 'hex' | 'secondaryHex'>) =>
    `--paint:${hex};--roof:${secondaryHex ?? hex}`
  const widths = models.map(({ slug }) => ({ slug, width: carSize(slug).width }))
  const longest = Math.max(...widths.map(({ width }) => width))
  return [
    `:root{--primary:${primary};--accent:${accent};--ink:${ink};--surface:${surface}}`,
    ...colours.flatMap((colour) => {
      const chosen = `.paints:has(input[value="${colour.code}"]:checked)`
      return [
        `.paint-${colour.code},${chosen}{${paint(colour)}}`,
        `${chosen} [data-colour="${colour.code}"]{visibility:visible}`,
      ]
    }),
    ...widths.map(({ slug, width }) => `.scale-${slug}{--length:${(width / longest).toFixed(4)}}`),
    ...interiors.map(({ code, hex }) => `.trim-${code}{${paint({ hex, secondaryHex: null })}}`),
  ].join('\n')
}
