import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue.ts'
import { colourProblems } from './colour-problems.ts'
import { contrast, mixed } from './contrast.ts'
import { PAIRS } from './pairs.ts'
import { colourOf } from './palette.ts'

const { colours } = catalogue.brand

test('contrast is measured, and colours are mixed, as browsers do', () => {
  expect(contrast('#000', '#fff')).toBe(21)
  expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2)
  expect(mixed('#C8541C', 0.72, '#fff')).toBe('#DC8664')
  expect(mixed('#1E3A5F', 1, '#000')).toBe('#1E3A5F')
})

test('the sample’s colours are easy to read everywhere', () => {
  expect(colourProblems(colours)).toEqual([])
})

test('a colour that is too light is named, with where it is used and a shade that is enough', () => {
  const [problem, ...more] = colourProblems({ ...colours, primary: '#FFD500' })
  expect(more).toEqual([])
  expect(problem).toMatchObject({ file: 'brand.json', path: 'colours.primary' })
  expect(problem!.reason).toMatch(
    /^#FFD500 is hard to read: .*, has a contrast of 1\.\d, and it needs 4\.5; the nearest shade with enough contrast everywhere is #[\dA-F]{6}$/,
  )
  const shade = problem!.reason.slice(-7)
  expect(colourProblems({ ...colours, primary: shade })).toEqual([])
})

test('an accent, an ink and a surface are held to it too', () => {
  const paths = (changed: Partial<typeof colours>) =>
    colourProblems({ ...colours, ...changed }).map(({ path }) => path)
  expect(paths({ accent: '#E8743A' })).toEqual(['colours.accent'])
  expect(paths({ ink: '#777777' })).toContain('colours.ink')
  expect(paths({ surface: '#8A8A8A' })).toContain('colours.surface')
})

/** Rules of the style sheets, each with its declarations. */
const rules = globSync('src/**/*.{css,astro}').flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const css = file.endsWith('.astro')
    ? [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, style]) => style).join('\n')
    : text
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    rule: `${file}: ${selector!.trim().split('\n').at(-1)!.trim()}`,
    text: /(?:^|[\s;])color:\s*([^;]+)/.exec(body!)?.[1],
    ground: /(?:^|[\s;])background(?:-color)?:\s*([^;]+)/.exec(body!)?.[1],
  }))
})
/** Names that stand for the two sides of a component; each is a button, a notice or a badge. */
const OWN = /^var\(--(?:button|badge|toast|notice)/
const pairs = new Set(
  PAIRS.map(({ front, ground }) =>
    [front, ground]
      .map((name) => colourOf(name.startsWith('#') ? name : `var(--${name})`, colours))
      .join(),
  ),
)
const fronts = new Set([...pairs].map((pair) => pair.split(',')[0]))

test('every rule with a text and a ground is a pair that is checked', () => {
  const both = rules.filter(({ text, ground }) => text && ground && !OWN.test(ground))
  const missing = both.filter(({ text, ground }) => {
    const [front, back] = [colourOf(text!, colours), colourOf(ground!, colours)]
    return front && back && !pairs.has([front, back].join())
  })
  expect(both.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

test('every colour of text is checked on the grounds of pages', () => {
  const texts = rules.filter(({ text }) => text && !OWN.test(text))
  const missing = texts.filter(({ text }) => {
    const front = colourOf(text!, colours)
    return front && !fronts.has(front)
  })
  expect(texts.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
})
