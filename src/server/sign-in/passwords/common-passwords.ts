import { KNOWN_PASSWORDS } from './known-passwords.ts'

/** The shortest of them that counts as a piece of another password. */
const SHORTEST_PIECE = 4
/** More pieces than these, one after the other, are a phrase, which attackers don't try first. */
const MOST_PIECES = 2
/** Characters that are put before, between or behind them. */
const MOST_BESIDES = 4

/** Characters that replace letters in common passwords. */
const LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

interface CommonPasswords {
  all: Set<string>
  longest: number
}

let known: CommonPasswords | null = null

/** The most used passwords of those that have become known, as pieces of others. */
function commonPasswords(): CommonPasswords {
  if (known) return known
  const all = KNOWN_PASSWORDS.filter(({ length }) => length >= SHORTEST_PIECE)
  known = { all: new Set(all), longest: all.reduce((most, one) => Math.max(most, one.length), 0) }
  return known
}

/** Whether a password is one of the most used ones, or two of them, with not much besides. */
export function isMadeOfCommonPasswords(password: string): boolean {
  const list = commonPasswords()
  const text = password.normalize('NFC').toLowerCase()
  const asLetters = text.replaceAll(/[@431!0$57]/g, (sign) => LETTERS[sign]!)
  return [text, asLetters].some((one) => leastBesides(list, one) <= MOST_BESIDES)
}

/** How many characters are left when as much as possible of a text is covered by at most `MOST_PIECES` of them. */
function leastBesides({ all, longest }: CommonPasswords, text: string): number {
  // By how many pieces were used: of the text up to each place, what is left.
  const left = Array.from({ length: MOST_PIECES + 1 }, () =>
    Array<number>(text.length + 1).fill(Infinity),
  )
  left[0]![0] = 0
  for (let end = 1; end <= text.length; end += 1)
    for (let pieces = 0; pieces <= MOST_PIECES; pieces += 1) {
      let least = left[pieces]![end - 1]! + 1
      if (pieces > 0)
        for (let start = Math.max(0, end - longest); start <= end - SHORTEST_PIECE; start += 1) {
          const before = left[pieces - 1]![start]!
          if (before < least && all.has(text.slice(start, end))) least = before
        }
      left[pieces]![end] = least
    }
  return Math.min(...left.map((row) => row[text.length]!))
}
