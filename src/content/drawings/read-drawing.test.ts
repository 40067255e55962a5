import { expect, test } from 'vitest'
import { inWhite, readDrawing } from './read-drawing.ts'

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"${more}>${inside}</svg>`
const faultsOf = (text: string) =>
  readDrawing(text, 'logo').faults.map(({ line, reason }) => `${line}: ${reason}`)

test('a drawing keeps its shapes, and loses what drawing programs note in it', () => {
  const { drawing, colours, faults } = readDrawing(
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Made with a program -->
${svg(
  `<title>Kowhai</title><metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>
  <sodipodi:namedview id="base"/>
  <defs><linearGradient id="a"><stop offset="0" stop-color="#123456"/></linearGradient></defs>
  <g id="layer" inkscape:label="Layer" class="st0"><path d="M0 0H5" fill="url(#a)" data-name='one'/></g>
  <use xlink:href="#layer" x="2"/>`,
  ' version="1.1" width="10" fill="none" xmlns:xlink="http://www.w3.org/1999/xlink"',
)}`,
    'logo',
  )
  expect(faults).toEqual([])
  expect(colours).toEqual(['#123456'])
  expect(drawing).toEqual({
    viewBox: '0 0 10 10',
    body: '<g fill="none"><defs><linearGradient id="logo-a"><stop offset="0" stop-color="#123456"/></linearGradient></defs><g id="logo-layer"><path d="M0 0H5" fill="url(#logo-a)"/></g><use href="#logo-layer" x="2"/></g>',
  })
})

test.each([
  ['<script>alert(1)</script>', '1: has a script: use shapes only'],
  ['\n<path d="M0 0" onload="alert(1)"/>', '2: runs a script (onload): use shapes only'],
  [
    '<use href="https://elsewhere.example/a.svg#b"/>',
    '1: refers to https://elsewhere.example/a.svg#b: use a drawing that is complete in itself',
  ],
  [
    '<path fill="url(https://elsewhere.example/a)"/>',
    '1: refers to url(https://elsewhere.example/a): use a drawing that is complete in itself',
  ],
  [
    '<path style="fill:#fff"/>',
    '1: has a style attribute, which pages block: use attributes, such as fill="#1E3A5F" (“presentation attributes”)',
  ],
  [
    '<style>path{fill:red}</style>',
    '1: has a style sheet, which pages block: use attributes, such as fill="#1E3A5F" (“presentation attributes”)',
  ],
  [
    '<text>Kowhai</text>',
    '1: has text, which needs a font of its own: use outlines (“convert to paths”)',
  ],
  ['<image href="#a"/>', '1: has a picture in it: use shapes only'],
  ['<foreignObject/>', '1: has <foreignObject>: use shapes only'],
  ['<g><path/></svg>', '1: is not an SVG: </svg> closes <g>'],
  ['<path d="a" / oops>', '1: is not an SVG: cannot read it from “<path d="a" / oops><”'],
])('%s stops the check', (inside, fault) => {
  expect(faultsOf(svg(inside))).toEqual([fault])
})

test('a drawing needs a view, and to be one', () => {
  const reason = 'has no viewBox: add one that fits the drawing, such as viewBox="0 0 64 64"'
  expect(faultsOf('<svg width="10" height="10"><path d="M0 0"/></svg>')).toEqual([`1: ${reason}`])
  expect(faultsOf('<svg viewBox="0 0 0 10"/>')).toEqual([`1: ${reason}`])
  expect(faultsOf('Kowhai')).toEqual(['1: is not an SVG: it doesn’t begin with <svg>'])
  expect(faultsOf('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toEqual([
    '1: is not an SVG: cannot read it from “<!DOCTYPE svg [<!ENT”',
  ])
})

test('in white every colour is white, and what has none', () => {
  const { drawing } = readDrawing(
    svg(
      '<path d="M0 0"/><path fill="#123" stroke="red"/><path fill="none"/><path fill="url(#a)"/>',
    ),
    'mark',
  )
  expect(inWhite(drawing).body).toBe(
    '<g fill="#fff"><path d="M0 0"/><path fill="#fff" stroke="#fff"/><path fill="none"/><path fill="url(#mark-a)"/></g>',
  )
})
