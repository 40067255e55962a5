/** A question of a form about a person: of the lender’s, or of owner details. */
export interface Question {
  field: string
  label: string
  hint?: string
  /** `lines` is text longer than a phone is wide. */
  kind: 'day' | 'text' | 'lines' | 'number' | 'money' | 'choice'
  /** Value and wording of each choice. */
  choices?: readonly (readonly [value: string, label: string])[]
  isOptional?: true
  maxLength?: number
  /** What a phone's keyboard begins with; text otherwise. */
  typed?: 'digits' | 'capitals'
  autoComplete?: string
}

/** The questions about a driver licence, in owner details and of the lender. */
export const LICENCE_QUESTIONS = {
  type: {
    label: 'Licence type',
    kind: 'choice',
    choices: [
      ['FULL', 'Full'],
      ['RSTRD', 'Restricted'],
      ['LEARN', 'Learner'],
    ],
  },
  number: {
    label: 'Licence number',
    hint: '5a on the card: two letters and six digits.',
    kind: 'text',
    maxLength: 8,
    typed: 'capitals',
  },
  version: {
    label: 'Licence version',
    hint: '5b on the card: three digits.',
    kind: 'text',
    maxLength: 3,
    typed: 'digits',
  },
} as const satisfies Record<string, Omit<Question, 'field'>>
