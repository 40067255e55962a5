export interface MatchedPart {
  text: string
  isMatch: boolean
}

/** A word without macrons and capitals, letter for letter: `Whangārei` is `whangarei`. */
const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** A letter with the marks that stand on it. */
const LETTER = /\P{M}\p{M}*/gu

/**
 * A text in parts, so that those can be shown strong which somebody has typed: the beginnings of its words, whatever
 * the capitals and macrons. The parts put together are the text.
 */
export function matchedParts(text: string, typed: string): MatchedPart[] {
  const begun = [...typed.matchAll(WORD)].map(([word]) => folded(word))
  const parts: MatchedPart[] = []
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) parts.push({ text: text.slice(from, to), isMatch })
  }
  let at = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const fitting = begun.filter((beginning) => folded(word).startsWith(beginning))
    const letters = Math.max(0, ...fitting.map((beginning) => beginning.length))
    if (letters === 0) continue
    const matched = [...word.matchAll(LETTER)].slice(0, letters).join('')
    add(at, index, false)
    at = index + matched.length
    add(index, at, true)
  }
  add(at, text.length, false)
  return parts
}
