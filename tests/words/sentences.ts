/** Sentences and how long they are. */

/** The sentences of a text: what ends with a full stop, a question or an exclamation mark. Labels and headings are none. */
export const sentencesOf = (text: string): string[] =>
  [...text.matchAll(/[^.!?]*(?:[.!?](?!\s|$)[^.!?]*)*[.!?](?=\s|$)/gu)]
    .map(([sentence]) => sentence.trim())
    .filter((sentence) => /\p{L}.*\s.*\p{L}/u.test(sentence))

export const wordCount = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}…]/u.test(word)).length

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
