import {
  draftSections,
  FinanceApplication,
  isAsked,
  type FinanceApplicationDraft,
  type FinanceSection,
} from '#lib/finance/shapes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { StepRoute } from '#lib/purchases/journey-steps.ts'
import { addressInOneLine, typedAddress } from '#lib/addresses/typed-address.ts'
import { check } from '#lib/shared/check.ts'
import type { Faults } from '#lib/shared/faults.ts'
import {
  FINANCE_PAGE_ORDER,
  FINANCE_PAGES,
  type FinancePage,
  type QuestionGroup,
  type RowsQuestion,
} from '#lib/finance/finance-questions.ts'
import type { Question } from '#lib/finance/licence-questions.ts'

/** Converts the typed answers into the contract's shapes. */

/** The last page of the application. */
export const LAST_PAGE: StepRoute = { step: 'finance', subStep: 'signature' }

/** A row of answers, for example about one loan. */
export type AnswerRow = Readonly<Record<string, string | number | null>>

/** Amounts are in cents; `null` and the empty text are no answer. */
export type Answer = string | number | null | readonly AnswerRow[]

/** The answers by `section.field`. Kept in memory only, never in the browser's storage. */
export type Answers = Readonly<Record<string, Answer>>

export const answerKey = (section: FinanceSection, { field }: { field: string }) =>
  `${section}.${field}`

const allGroups = FINANCE_PAGE_ORDER.flatMap((page) => FINANCE_PAGES[page].groups)

/** A section's answers by their fields. */
const sectionOf = (section: FinanceSection, answers: Answers): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(answers)
      .filter(([key]) => key.startsWith(`${section}.`))
      .map(([key, answer]) => [key.slice(section.length + 1), answer]),
  )

/** Amounts that are asked for only after certain answers about the person, and sent as 0 after others. */
const NOTHING_UNLESS: Readonly<Record<string, { key: string; isOneOf: readonly Answer[] }>> = {
  'income.partnerSharePerMonthCents': { key: 'residence.maritalStatus', isOneOf: ['PARTNER'] },
  'assets.homeValueCents': { key: 'residence.livingSituation', isOneOf: ['OWN', 'MORTGAGE'] },
}

const isNothing = (section: FinanceSection, question: { field: string }, answers: Answers) => {
  const condition = NOTHING_UNLESS[answerKey(section, question)]
  const answer = condition && answers[condition.key]
  return Boolean(answer) && !condition!.isOneOf.includes(answer!)
}

/** The questions of a group that apply, given the answers so far. */
export const askedOf = (
  { section, questions }: QuestionGroup,
  answers: Answers,
): (Question | RowsQuestion)[] => {
  const given = sectionOf(section, answers)
  return questions.filter(
    (question) => isAsked(section, question.field, given) && !isNothing(section, question, answers),
  )
}

/** An answer as sent; `undefined` for none. */
function toSend({ kind }: { kind: string }, answer: Answer | undefined) {
  if (kind === 'rows')
    return ((answer ?? []) as readonly AnswerRow[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, given]) => given !== '' && given !== null)),
    )
  return answer === '' || answer === null ? undefined : answer
}

/** The application as far as it is filled in, without empty answers and questions that do not apply. */
export function toDraft(
  answers: Answers,
  groups: readonly QuestionGroup[] = allGroups,
): FinanceApplicationDraft {
  const draft: Record<string, Record<string, unknown>> = {}
  for (const group of groups) {
    for (const question of askedOf(group, answers)) {
      const given = toSend(question, answers[answerKey(group.section, question)])
      const section = (draft[group.section] ??= {})
      if (given !== undefined) section[question.field] = given
    }
    for (const question of group.questions)
      if (isNothing(group.section, question, answers))
        (draft[group.section] ??= {})[question.field] = 0
  }
  return draft
}

/**
 * One answer as it is saved while the rest is typed: `null` removes it.
 *
 * @returns `null` for an answer the server would refuse: half a date, a licence number with a letter missing.
 */
export function draftOf(
  section: FinanceSection,
  question: Question | RowsQuestion,
  answer: Answer,
): FinanceApplicationDraft | null {
  const { field } = question
  const draft = { [section]: { [field]: toSend(question, answer) ?? null } }
  return check(draftSections[section], draft[section]).ok ? draft : null
}

/** Reads the answers of a draft saved on the server. */
export const fromDraft = (draft: FinanceApplicationDraft): Answers =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([section, answers]) =>
      Object.entries(answers as Record<string, Answer>).map(([field, answer]) => [
        `${section}.${field}`,
        answer,
      ]),
    ),
  )

/** Answers that the purchase already has. */
export function knownAnswers({ ownerDetails }: Pick<PurchaseJourney, 'ownerDetails'>): Answers {
  if (!ownerDetails) return {}
  const { dateOfBirth = '', driverLicence, postalAddress } = ownerDetails
  return {
    'residence.dateOfBirth': dateOfBirth,
    'residence.address': addressInOneLine(typedAddress(postalAddress)),
    ...(driverLicence && {
      'residence.driverLicenceType': driverLicence.type,
      'residence.driverLicenceNumber': driverLicence.number,
      'residence.driverLicenceVersion': driverLicence.version,
    }),
  }
}

/** The contract's own rules for a section. */
export const sectionSchema = (section: FinanceSection) => FinanceApplication.shape[section]

/** The wrong or missing answers of a page, by `section.field`. */
export const pageFaults = (page: FinancePage, answers: Answers): Faults =>
  Object.fromEntries(
    FINANCE_PAGES[page].groups.flatMap(({ section }) => {
      const checked = check(sectionSchema(section), toDraft(answers)[section])
      return checked.ok
        ? []
        : Object.entries(checked.faults).map(([field, fault]) => [
            `${section}.${field}`,
            fault === 'is required' ? missing(field) : fault,
          ])
    }),
  )

/** Labels that are questions make no sentence with `is required`. */
const missing = (field: string): string =>
  field.endsWith('Cents')
    ? 'Enter an amount, or 0'
    : ['incomeFrequency', 'expectedChange'].includes(field)
      ? 'Choose an answer'
      : 'is required'
