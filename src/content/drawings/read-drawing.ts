import type { Drawing } from '#lib/art/drawing.ts'
import { tagsOf, type Tag } from './svg-tags.ts'

export interface ReadDrawing {
  drawing: Drawing
  /** Its colours, as they are written. */
  colours: string[]
  faults: { line: number; reason: string }[]
}

/** What a drawing may consist of. */
const SHAPES = new Set(
  'svg g defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)
/** Left out with everything inside, as drawing programs write it. */
const NOTES = /^(?:title|desc|metadata|\w+:.+)$/
/** Attributes left out: notes of drawing programs, and names that only a style sheet needs. */
const NOTED =
  /^(?:class|version|baseProfile|enable-background|role|aria-.*|data-.*|xmlns|(?!xlink:href$)\w+:.*)$/
/** Of the root: how it stands in a page. */
const OF_ROOT = /^(?:viewBox|width|height|x|y|id|preserveAspectRatio|overflow)$/
const COLOUR = /^(?:fill|stroke|stop-color|color)$/
const COMPLETE = 'use a drawing that is complete in itself'
const ATTRIBUTES = 'use attributes, such as fill="#1E3A5F" (“presentation attributes”)'
const NOT_DRAWN: Record<string, string> = {
  script: 'has a script: use shapes only',
  style: `has a style sheet, which pages block: ${ATTRIBUTES}`,
  text: 'has text, which needs a font of its own: use outlines (“convert to paths”)',
  image: 'has a picture in it: use shapes only',
}

/** What is wrong with an attribute; `null` if nothing is. */
function attributeFault(name: string, value: string): string | null {
  if (/^on/i.test(name)) return `runs a script (${name}): use shapes only`
  if (name === 'style') return `has a style attribute, which pages block: ${ATTRIBUTES}`
  const isForeign = /^(?:xlink:)?href$/.test(name)
    ? !value.startsWith('#')
    : /url\(\s*(?!['"]?#)|&/i.test(value)
  return isForeign ? `refers to ${value}: ${COMPLETE}` : null
}

/** A value whose references are to the drawing's own ids: pages contain several drawings. */
const withOwnIds = (name: string, value: string, of: string): string =>
  name === 'id'
    ? `${of}-${value}`
    : name.endsWith('href')
      ? `#${of}-${value.slice(1)}`
      : value.replaceAll(/url\(\s*['"]?#([^)'"]+)['"]?\s*\)/g, `url(#${of}-$1)`)

/**
 * Reads an SVG of the brand, which pages contain and pictures are made of: shapes only, complete in itself.
 *
 * @param of Its name, which begins its ids.
 */
export function readDrawing(svg: string, of: string): ReadDrawing {
  const read = tagsOf(svg)
  if (read.fault) return { drawing: { viewBox: '', body: '' }, colours: [], faults: [read.fault] }

  const faults: ReadDrawing['faults'] = []
  const colours: string[] = []
  const attributesOf = ({ attributes, line }: Tag, isLeftOut: RegExp): string =>
    attributes
      .filter(([name, value]) => {
        const reason = attributeFault(name, value)
        if (reason) faults.push({ line, reason })
        if (COLOUR.test(name) && !/^(?:none|url\(.*)$/.test(value)) colours.push(value)
        return !reason && !NOTED.test(name) && !isLeftOut.test(name)
      })
      .map(([name, value]) => ` ${name.replace('xlink:', '')}="${withOwnIds(name, value, of)}"`)
      .join('')

  const [root, ...others] = read.tags
  const viewBox = root?.attributes.find(([name]) => name === 'viewBox')?.[1] ?? ''
  if (root?.name !== 'svg')
    faults.push({ line: 1, reason: 'is not an SVG: it doesn’t begin with <svg>' })
  else if (!isBox(viewBox))
    faults.push({
      line: root.line,
      reason: 'has no viewBox: add one that fits the drawing, such as viewBox="0 0 64 64"',
    })

  let body = ''
  let notes = 0
  for (const tag of others) {
    if (NOTES.test(tag.name)) notes += { open: 1, empty: 0, close: -1 }[tag.kind]
    else if (notes > 0 || (tag.kind === 'close' && tag.name === 'svg')) continue
    else if (tag.kind === 'close') body += `</${tag.name}>`
    else if (tag.name === 'svg' || !SHAPES.has(tag.name))
      faults.push({
        line: tag.line,
        reason: NOT_DRAWN[tag.name] ?? `has <${tag.name}>: use shapes only`,
      })
    else body += `<${tag.name}${attributesOf(tag, /^$/)}${tag.kind === 'empty' ? '/' : ''}>`
  }
  // What the root says of all shapes, as fill="none".
  const ofAll = root ? attributesOf(root, OF_ROOT) : ''
  return { drawing: { viewBox, body: ofAll ? `<g${ofAll}>${body}</g>` : body }, colours, faults }
}

const isBox = (viewBox: string): boolean => {
  const [, , width = 0, height = 0, ...more] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width > 0 && height > 0 && more.length === 0
}

/** The same drawing in white, for dark grounds. */
export const inWhite = ({ viewBox, body }: Drawing): Drawing => ({
  viewBox,
  body: `<g fill="#fff">${body.replaceAll(/ (fill|stroke|stop-color|color)="(?!none|url)[^"]*"/g, ' $1="#fff"')}</g>`,
})
