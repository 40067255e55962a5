/**
 * The questions about the condition of a car to trade in. The answers travel as one text of readable sentences, and are
 * read back from it when the car is changed.
 */
export const CONDITION_QUESTIONS = [
  { label: 'Body and paint', answers: ['No marks', 'Small marks', 'Dents or rust'] },
  { label: 'Glass', answers: ['No damage', 'Chipped or cracked'] },
  { label: 'Tyres', answers: ['Nearly new', 'Half worn', 'Due soon'] },
  { label: 'Warning lights', answers: ['None', 'One or more'] },
  { label: 'Accidents', answers: ['None known', 'Repaired', 'Not repaired'] },
  { label: 'Service history', answers: ['Full', 'Partial', 'None'] },
] as const

export interface Condition {
  /** By the label of the question; one that is not answered is not there. */
  answers: Readonly<Record<string, string>>
  /** Anything else, as free text. */
  rest: string
}

/** As long as the rest may be, so that the whole fits the contract's 500. */
export const CONDITION_REST_MAX = 300

/** The condition as text: `Tyres: Half worn. Small tear in the driver’s seat`. */
export function conditionText({ answers, rest }: Condition): string {
  const said = CONDITION_QUESTIONS.flatMap(({ label }) =>
    answers[label] ? `${label}: ${answers[label]}.` : [],
  )
  return [...said, rest.trim()].filter(Boolean).join(' ')
}

/** Reads that text back. Everything that is not an answer becomes the rest. */
export function readCondition(text: string): Condition {
  const answers: Record<string, string> = {}
  let rest = text
  for (const { label, answers: offered } of CONDITION_QUESTIONS)
    for (const answer of offered) {
      const sentence = `${label}: ${answer}.`
      if (answers[label] || !rest.startsWith(sentence)) continue
      answers[label] = answer
      rest = rest.slice(sentence.length).trimStart()
    }
  return { answers, rest }
}
