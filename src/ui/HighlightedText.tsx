import type { MatchedPart } from '#lib/trade-in/matched-parts.ts'

/** Text with the matched parts highlighted. */
export const HighlightedText = ({ parts }: { parts: MatchedPart[] }) =>
  parts.map(({ text, isMatch }, index) => (isMatch ? <mark key={index}>{text}</mark> : text))
