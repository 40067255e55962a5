/** Where the parts of an e-mail address begin, and the signs between them: `mia.h@x` at 0, 3, 4, 5 and 6. */
export const emailStarts = (email: string): number[] =>
  [...email.matchAll(/[\p{L}\p{M}\p{N}]+|./gsu)].map(({ index }) => index)
