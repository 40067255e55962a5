import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenRules, DOCUMENT_RULES, RULES } from './rules.ts'
import { median, sentencesOf, wordCount } from './sentences.ts'
import { contentTexts, sourceTexts, type SourceText } from './source-texts.ts'

const broken = (texts: SourceText[], rules = RULES) =>
  texts.flatMap(({ at, text }) =>
    brokenRules(text, rules).map((rule) => `${at}: ${text.slice(0, 120)}: ${rule}`),
  )

test('every text of the source is written by the rules of docs/writing.md', () => {
  const texts = sourceTexts()
  expect(texts.length).toBeGreaterThan(3000)
  expect(broken(texts)).toEqual([])
})

test('every text of the brand is written by the rules of docs/writing.md', () => {
  const texts = contentTexts()
  expect(texts.length).toBeGreaterThan(300)
  expect(broken(texts)).toEqual([])
})

test('every document is written by the rules that fit documents', () => {
  // Its table has the words to avoid.
  const pages = globSync(['*.md', 'docs/**/*.md']).filter((page) => page !== 'docs/writing.md')
  expect(pages.length).toBeGreaterThan(40)
  const withoutQuotes = (line: string) => line.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, '…')
  const texts = pages.flatMap((page) =>
    readFileSync(page, 'utf8')
      .replace(/^ *```[^]*?^ *```/gm, (block) => block.replace(/.*/g, ''))
      .split('\n')
      .map((line, index) => ({ at: `${page}:${index + 1}`, text: withoutQuotes(line) })),
  )
  expect(broken(texts, DOCUMENT_RULES)).toEqual([])
})

test('a rule is found broken, and says what to write instead', () => {
  expect(brokenRules('We reckon that nobody did.')).toEqual([
    '“reckon” (reckon: calculate, work out)',
    '“nobody” (somebody: someone, no one, our team)',
  ])
  expect(brokenRules('What you have paid goes back to you.')).toHaveLength(2)
  expect(brokenRules('What would you like to do?')).toEqual([])
  expect(brokenRules('We’ll refund your $1,000.')).toEqual([])
})

test('sentences are found and counted', () => {
  expect(sentencesOf('It costs $1.50 a day! Heading')).toEqual(['It costs $1.50 a day!'])
  expect(wordCount('Pay $1,000 by Thu 26 November.')).toBe(6)
  expect(median([3, 1, 2])).toBe(2)
})
