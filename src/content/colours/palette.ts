import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mixed } from './contrast.ts'

/** The brand's own colours: `colours` in brand.json. */
export type BrandColours = Record<'primary' | 'accent' | 'ink' | 'surface', string>

const tokens = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../styles/tokens.css'), 'utf8').matchAll(
      /--([\w-]+):\s*(#[\da-f]{3,6}|var\([^)]*\)|color-mix\([^;]*\));/gi,
    ),
  ].map(([, name, value]) => [name!, value!]),
)

const MIX = /^color-mix\(in oklab, (.+) (\d+)%, (.+)\)$/
const NAME = /^var\(--([\w-]+)\)$/

/** The value of a colour in the styles, as `#fff` or `var(--name)`; null where it has none of its own. */
export function colourOf(value: string, brand: BrandColours): string | null {
  const [, one, share, other] = MIX.exec(value) ?? []
  if (one && other) {
    const [from, to] = [colourOf(one, brand), colourOf(other, brand)]
    return from && to && mixed(from, Number(share) / 100, to)
  }
  const [, name] = NAME.exec(value) ?? []
  if (name !== undefined) {
    const own = (brand as Record<string, string | undefined>)[name] ?? tokens.get(name)
    return own === undefined ? null : colourOf(own, brand)
  }
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(value) ? value : null
}

/** Which of the brand's colours a colour of the styles comes from. */
export function originsOf(value: string): (keyof BrandColours)[] {
  const names = [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!)
  return names.flatMap((name) =>
    ['primary', 'accent', 'ink', 'surface'].includes(name)
      ? [name as keyof BrandColours]
      : originsOf(tokens.get(name) ?? ''),
  )
}
