import { splitTeReo } from '#lib/shared/te-reo.ts'

/** A text whose Māori words a screen reader says in te reo. */
export const TeReo = ({ text }: { text: string }) =>
  splitTeReo(text).map((part, index) =>
    part.isTeReo ? (
      <span key={index} lang="mi">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
