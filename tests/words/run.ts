import { builtTexts } from './built-texts.ts'
import { brokenRules } from './rules.ts'
import { median, sentencesOf, wordCount } from './sentences.ts'
import { contentTexts, sourceTexts, type SourceText } from './source-texts.ts'

// npm run words: what breaks a rule of voice, and how long the sentences are. Built pages are read where there is a build.

/** Legal text keeps its sentences. */
const LEGAL =
  /^\/(?:terms|privacy)\/|pages\/(?:terms|privacy)\.json|agreement|consent|credit\.ts|application-text/
/** Maximum words in a sentence outside legal text. */
const MOST_WORDS = 30

const parts: [name: string, texts: SourceText[]][] = [
  ['built pages', builtTexts()],
  ['screens', sourceTexts().filter(({ at }) => /^src\/(?:islands|ui|stores)\//.test(at))],
  [
    'mails and PDFs',
    sourceTexts().filter(({ at }) => /-?mails?\.ts|-blocks\.ts|-pdf\.ts|agreement-text/.test(at)),
  ],
  ['content', contentTexts()],
]
let broken = 0
for (const [name, texts] of parts) {
  const seen = new Set<string>()
  const lengths: number[] = []
  for (const { at, text } of texts) {
    if (seen.has(text)) continue
    seen.add(text)
    for (const rule of brokenRules(text)) {
      broken++
      console.warn(`${at}: ${text.slice(0, 200)}\n    ${rule}`)
    }
    for (const sentence of sentencesOf(text)) {
      if (seen.has(sentence)) continue
      seen.add(sentence)
      const words = wordCount(sentence)
      lengths.push(words)
      if (words > MOST_WORDS && !LEGAL.test(at)) {
        broken++
        console.warn(`${at}: ${words} words\n    ${sentence}`)
      }
    }
  }
  console.warn(`${name}: ${lengths.length} sentences, ${median(lengths)} words in the median`)
}
process.exitCode = broken === 0 ? 0 : 1
