/** Greetings, and every word with a macron: only words of te reo Māori have one here. */
const TE_REO = /(\b(?:Kia ora|Haere mai|Nau mai|Ka kite)\b|\p{L}*[āēīōūĀĒĪŌŪ]\p{L}*)/u

/** Splits a text, so that a screen reader says the Māori parts in te reo (`lang="mi"`). */
export const splitTeReo = (text: string): { text: string; isTeReo: boolean }[] =>
  text
    .split(TE_REO)
    .map((part, index) => ({ text: part, isTeReo: index % 2 === 1 }))
    .filter((part) => part.text !== '')
