/** A way of writing that people do not read anywhere (voice: docs/writing.md), and the natural one. */
interface Rule {
  name: string
  pattern: RegExp
  instead: string
}

const words = (list: string): RegExp => new RegExp(`\\b(?:${list})\\b`, 'i')

/** One word for one thing, and the patterns of a text that reads like a translation. */
export const RULES: readonly Rule[] = [
  { name: 'reckon', pattern: words('reckon\\w*'), instead: 'calculate, work out' },
  { name: 'fault', pattern: words('faults?'), instead: 'error, problem, wrong' },
  { name: 'mend', pattern: words('mend(?:s|ed|ing)?'), instead: 'fix' },
  { name: 'on line', pattern: words('on line'), instead: 'online' },
  { name: 'e-mail', pattern: words('e-mail\\w*'), instead: 'email' },
  { name: 'fetch', pattern: words('fetch(?:es|ed|ing)?'), instead: 'collect, pick up' },
  { name: 'our people', pattern: words('our people'), instead: 'our team' },
  { name: 'outlet', pattern: words('outlets?'), instead: 'dealer' },
  { name: 'whoever', pattern: words('who(?:m)?ever'), instead: 'anyone who, say who' },
  { name: 'whatever', pattern: words('whatever'), instead: 'any, everything' },
  { name: 'somebody', pattern: words('somebody|nobody'), instead: 'someone, no one, our team' },
  { name: 'put right', pattern: words('puts? right|anew'), instead: 'fix, repair; again' },
  { name: 'goes by', pattern: words('go(?:es)? by|went by'), instead: 'depends on, uses' },
  {
    name: 'goes back to you',
    pattern: words('goes? back to (?:you|the customer|them)|sent back to you'),
    instead: 'we’ll refund',
  },
  {
    name: 'stands',
    pattern: words('stands? (?:on|in|for|at|beside|below|above|here|there|open)'),
    instead: 'is, you’ll find',
  },
  { name: 'is told', pattern: words('(?:is|are|was|be) told'), instead: 'we’ll tell, we email' },
  {
    name: 'is to come',
    pattern: words('(?:is|are|still) to come'),
    instead: 'say who does it by when',
  },
  { name: 'has to be', pattern: words('ha(?:s|ve) to be'), instead: 'must be, needs to be' },
  { name: 'by itself', pattern: words('by (?:itself|themselves)'), instead: 'automatically' },
  {
    name: 'at the moment',
    pattern: words('at the moment|just now'),
    instead: 'right now, currently',
  },
  {
    name: 'of before',
    pattern: words('of before|of late'),
    instead: 'earlier, old, lately',
  },
  { name: ', to pay', pattern: /, to pay\b/i, instead: 'due' },
  { name: 'meanwhile', pattern: words('meanwhile'), instead: 'in the meantime' },
  { name: 'does not do', pattern: words('does with|done with'), instead: 'answered, finished' },
  { name: 'lets go', pattern: words('lets? (?:it |the \\w+ )?go'), instead: 'release, cancel' },
  { name: 'look up', pattern: words('looks? (?:\\w+ )+up in'), instead: 'look up … in' },
  { name: 'as it comes', pattern: words('as it comes|as is fair'), instead: 'standard' },
  { name: 'all you', pattern: words('all you (?:pay|owe|have)'), instead: 'total' },
  {
    name: 'what … is',
    pattern: /(?:^|[.!]\s)(?:What|Whoever|Whatever) [^.?!]*\.(?:\s|$)/,
    instead: 'start with the thing, or with “you”',
  },
]

/** Sentences of the specification that stay letter for letter. */
const EXEMPT: readonly RegExp[] = [
  /whoever owns it now/g,
  /An error occurred while fetching your purchase details/g,
  /The current user could not be fetched/g,
]

/** What a document may say all the same: terms of engineers, and words that describe a place on a page. */
const NOT_FOR_DOCUMENTS = new Set([
  'fault',
  'fetch',
  'outlet',
  'whatever',
  'stands',
  'goes by',
  'look up',
  'as it comes',
  'what … is',
])
export const DOCUMENT_RULES = RULES.filter(({ name }) => !NOT_FOR_DOCUMENTS.has(name))

/** Where a text breaks a rule. */
export function brokenRules(text: string, rules: readonly Rule[] = RULES): string[] {
  const plain = EXEMPT.reduce((rest, pattern) => rest.replaceAll(pattern, ''), text)
  return rules.flatMap(({ name, pattern, instead }) => {
    const found = pattern.exec(plain)
    return found ? [`“${found[0].trim()}” (${name}: ${instead})`] : []
  })
}
