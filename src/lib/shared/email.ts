export const EMAIL_MESSAGE = 'Please enter a valid email address'

/** The longest address that mail can be sent to (RFC 5321). */
const EMAIL_MAX_LENGTH = 254

/**
 * Whether an address has some text, an at sign, then more text. There is no stricter check (specification §5).
 *
 * Searched by `indexOf`: the same rule as a pattern takes seconds on a long text of at signs.
 *
 * @param typed White space around it does not count.
 */
export const isEmail = (typed: string): boolean => {
  if (typed.length > EMAIL_MAX_LENGTH + 64) return false
  const address = typed.trim()
  const at = address.indexOf('@', 1)
  return address.length <= EMAIL_MAX_LENGTH && at > 0 && at < address.length - 1
}

/**
 * The key by which spellings of an address are the same account: only ASCII capitals are folded. Unicode's own
 * folding makes other letters into ASCII (the Kelvin sign into `k`), and their mailbox may be another person's.
 */
export const emailKey = (email: string): string =>
  email.trim().replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())

/** The mailbox of an address: many deliver what is sent to `mia+news@…` to `mia@…`, so it's the one that is flooded. */
export const mailboxOf = (email: string): string => email.replace(/\+.*(?=@[^@]*$)/s, '')

/** Each takes a row for staff to search, and an address may have a hundred dots. */
const MOST_STARTS = 20

/** Where the first twenty parts of an email address and the signs between them begin: `mia.h@x` at 0, 3, 4, 5 and 6. */
export const emailStarts = (email: string): number[] =>
  [...email.matchAll(/[\p{L}\p{M}\p{N}]+|./gsu)].slice(0, MOST_STARTS).map(({ index }) => index)

/** The link that writes to an address. What a stranger typed behind a `?` is part of it, not of the message. */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
