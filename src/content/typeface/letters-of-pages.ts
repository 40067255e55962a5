/** ASCII, and the other letters and signs that pages are written with: what English needs. */
export const ENGLISH =
  Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('') +
  '\u00a0©°²·½×–—‘’“”…↑↓−₂'
export const MACRONS = 'ĀāĒēĪīŌōŪū'

/** Typefaces draw the ʻokina small, in the middle of a wide gap, if they have it: the opening quote stands for it. */
export const OKINA = { letter: 'ʻ', drawnAs: '‘', isBelow: false }
/** Few typefaces have it under a code: the 2 below their fractions stands for it. */
export const SUBSCRIPT_TWO = { letter: '₂', drawnAs: '2', isBelow: true }

/** What a typeface must have; the rest of `ENGLISH` may come from the reader's own. */
export const REQUIRED = `${ENGLISH.slice(0, 0x7f - 0x20)}–‘’“”…${MACRONS}`
