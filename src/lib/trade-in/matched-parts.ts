export interface MatchedPart {
  text: string
  isMatch: boolean
}

const APOSTROPHES = /['’‘`ʻʼ]/gu

/** A word without macrons, capitals and apostrophes: `Whangārei` is `whangarei`, `Leʻaupepe` is `leaupepe`. */
const folded = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replace(APOSTROPHES, '').toLowerCase()

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’‘`ʻʼ][\p{L}\p{M}\p{N}]+)*/gu
/** A letter with its diacritics, and an apostrophe before it. */
const LETTER = /['’‘`ʻʼ]?\P{M}\p{M}*/gu

/**
 * Splits a text into parts, to highlight those that match typed words: at the start of a word, or after an apostrophe
 * in one. Capitals and macrons do not matter. The parts joined are the text.
 */
export function matchedParts(text: string, typed: string): MatchedPart[] {
  const begun = [...typed.matchAll(WORD)].map(([word]) => folded(word))
  const parts: MatchedPart[] = []
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), isMatch })
  }
  let at = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const starts = [0, ...[...word.matchAll(APOSTROPHES)].map((one) => one.index + 1)]
    for (const start of starts) {
      const rest = word.slice(start)
      const fitting = begun.filter((beginning) => folded(rest).startsWith(beginning))
      const letters = Math.max(0, ...fitting.map((beginning) => beginning.length))
      if (letters === 0 || index + start < at) continue
      const matched = [...rest.matchAll(LETTER)].slice(0, letters).join('')
      add(at, index + start, false)
      at = index + start + matched.length
      add(index + start, at, true)
    }
  }
  add(at, text.length, false)
  return parts
}
