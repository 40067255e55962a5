import type { MatchedPart } from '#lib/trade-in/matched-parts.ts'

/** Text in which what was found stands out. */
export const HighlightedText = ({ parts }: { parts: MatchedPart[] }) =>
  parts.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))
