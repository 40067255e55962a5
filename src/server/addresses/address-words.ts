/** An address as far as it is typed. */
export interface TypedAddress {
  /** The street number itself: 12 of `2/12a`. */
  number: number | null
  /** The whole of it, where it is more than the number: `2/12a`. */
  written: string | null
  /** The rest, folded; the last may be unfinished. */
  words: string[]
}

const MAX_WORDS = 7

/** Short forms, of which those of two letters are not looked for as the beginning of a word. */
const SHORT_FOR = new Map<string, string[]>([
  ['rd', ['road']],
  ['st', ['saint', 'street']],
  ['av', ['avenue']],
  ['cl', ['close']],
  ['cr', ['crescent']],
  ['dr', ['drive']],
  ['gr', ['grove']],
  ['pl', ['place']],
  ['sq', ['square']],
  ['wy', ['way']],
  ['mt', ['mount']],
  ['tce', ['terrace']],
  ['ct', ['court']],
  ['ln', ['lane']],
  ['hwy', ['highway']],
  ['pde', ['parade']],
  ['blvd', ['boulevard']],
  ['gdns', ['gardens']],
  ['hts', ['heights']],
  ['qy', ['quay']],
  ['sh', ['state']],
])

/** Small letters and digits with one space between, without macrons: `Māori Hill’s` is `maori hills`. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’`]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** The words a road is found by, each once. */
export const roadWords = (road: { name: string; suburb: string; city: string }): string =>
  [...new Set(fold(`${road.name} ${road.suburb} ${road.city}`).split(' '))].join(' ')

/** The long forms of a typed word; none where it is no short form. */
export const longForms = (word: string): readonly string[] => SHORT_FOR.get(word) ?? []

// The end of a range, 14 of `12-14`, is passed over.
const WITH_UNIT =
  /^(?:unit|flat|apartment|apt|suite|shop|villa)\s+([a-z0-9]{1,5})[\s,/]+(\d{1,6})([a-z])?(?:-\d{1,6}[a-z]?)?(?=[\s,-]|$)/
const NUMBER = /^(?:([a-z0-9]{1,5})\s*\/\s*)?(\d{1,6})([a-z])?(?:-\d{1,6}[a-z]?)?(?=[\s,-]|$)/

/**
 * Reads a typed address: `12 queen st`, `2/12a Queen Street, Auckl`, `Flat 2, 12 Queen`.
 *
 * @returns `null` while it is too little to look for.
 */
export function readTyped(typed: string): TypedAddress | null {
  const text = typed.slice(0, 100).trim().toLowerCase()
  const [all, unit, digits, suffix] = WITH_UNIT.exec(text) ?? NUMBER.exec(text) ?? []
  const rest = fold(text.slice(all?.length ?? 0))
  const words = [...new Set(rest.split(' '))].filter((word) => word !== '').slice(0, MAX_WORDS)
  // Roads have no postcode; four digits after the town are one.
  if (words.length > 1 && /^\d{4}$/.test(words.at(-1)!)) words.pop()
  if (words.length === 0 || (digits === undefined && words.join('').length < 3)) return null
  return {
    number: digits === undefined ? null : Number(digits),
    written: unit || suffix ? `${unit ? `${unit}/` : ''}${digits}${suffix ?? ''}` : null,
    words,
  }
}

/**
 * How well the name of a road fits: its words, from the first on, that are those typed, in order; whole
 * ones count double. `queen street` fits Queen Street better than Queenstown Road or Street Road, Queens.
 */
export function fit(name: string, words: readonly string[]): number {
  let score = 0
  for (const [index, word] of fold(name).split(' ').entries()) {
    const typed = words[index]
    if (typed === undefined) break
    if (typed === word || longForms(typed).includes(word)) score += 2
    else if (word.startsWith(typed)) score += 1
    else break
  }
  return score
}
