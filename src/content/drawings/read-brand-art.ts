import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrandArt, Drawing } from '#lib/art/drawing.ts'
import type { Problem } from '../content-error.ts'
import { luminance } from '../colours/contrast.ts'
import { inWhite, readDrawing } from './read-drawing.ts'

/** As light as this, a colour is not told from white. */
const LIGHT = 0.6
/** A logo that is wider for its height has no room in the header of a phone. */
const WIDEST = 8

/** Reads and checks the drawings of a brand's folder: its logo and mark, and those for dark grounds and icons if it has them. */
export function readBrandArt(dir: string): { art: BrandArt; problems: Problem[] } {
  const problems: Problem[] = []
  const read = (name: string) => {
    const file = `${name}.svg`
    const found = readDrawing(readFileSync(join(dir, file), 'utf8'), name)
    problems.push(...found.faults.map((fault) => ({ file, path: '', ...fault })))
    return found
  }
  const required = (name: string, what: string) => {
    if (existsSync(join(dir, `${name}.svg`))) return read(name)
    problems.push({
      file: `${name}.svg`,
      path: '',
      reason: `there is no such file: add ${what}`,
    })
    return null
  }
  const onDark = (name: string, light: ReturnType<typeof required>): Drawing | undefined => {
    const own = `${name}-on-dark`
    if (existsSync(join(dir, `${own}.svg`))) return read(own).drawing
    const colour = light?.colours.find((one) => isLight(one))
    if (colour)
      problems.push({
        file: `${own}.svg`,
        path: '',
        reason: `there is no such file, and ${name}.svg all in white would lose what is ${colour} in it: add a version for dark backgrounds`,
      })
    return light ? inWhite(light.drawing) : undefined
  }

  const logo = required('logo', 'the logo as SVG, with the name of the brand')
  const mark = required('mark', 'the mark as SVG, a drawing about as high as wide')
  const logoOnDark = onDark('logo', logo)
  const markOnDark = onDark('mark', mark)
  const icon = existsSync(join(dir, 'icon.svg')) ? read('icon').drawing : markOnDark
  const [, , width = 0, height = 1] = logo?.drawing.viewBox.split(/[\s,]+/).map(Number) ?? []
  if (width > height * WIDEST)
    problems.push({
      file: 'logo.svg',
      path: '',
      reason: `is ${(width / height).toFixed(1)} times as wide as high: it must be at most ${WIDEST} times, so that it fits the header of a phone`,
    })
  return {
    art: { logo: logo?.drawing, logoOnDark, mark: mark?.drawing, markOnDark, icon } as BrandArt,
    problems,
  }
}

const isLight = (colour: string): boolean =>
  colour === 'white' || (/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(colour) && luminance(colour) > LIGHT)
