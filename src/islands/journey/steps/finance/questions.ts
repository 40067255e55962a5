import { FinanceApplication, type FinanceApplicationDraft } from '#lib/contract/shapes.ts'
import { parseMoney } from '#lib/domain/money.ts'

/** What the lender asks, page by page (domain notes 7.4). The forms are drawn from this table. */

export type Section = 'residence' | 'employment' | 'income' | 'assets' | 'liabilities'
export type FinancePage = '' | 'assets-income' | 'liabilities'

export interface Question {
  field: string
  label: string
  hint?: string
  kind: 'day' | 'text' | 'count' | 'years' | 'money' | 'choice'
  /** Value and wording of each choice. */
  choices?: readonly (readonly [value: string, label: string])[]
  isOptional?: true
}

export interface QuestionGroup {
  section: Section
  legend: string
  questions: readonly Question[]
}

const money = (field: string, label: string, hint?: string): Question => ({
  field,
  label,
  kind: 'money',
  hint,
})

export const FINANCE_PAGES: Record<
  FinancePage,
  { title: string; intro: string; groups: readonly QuestionGroup[] }
> = {
  '': {
    title: 'Residence & Employment',
    intro: 'Where you live and what you do. You need about ten minutes for all four pages.',
    groups: [
      {
        section: 'residence',
        legend: 'You and your home',
        questions: [
          { field: 'dateOfBirth', label: 'Date of birth', kind: 'day' },
          {
            field: 'gender',
            label: 'Gender',
            kind: 'choice',
            isOptional: true,
            choices: [
              ['FEMALE', 'Female'],
              ['MALE', 'Male'],
              ['UNKNOWN', 'Another, or not said'],
            ],
          },
          {
            field: 'residency',
            label: 'Right to live in New Zealand',
            kind: 'choice',
            choices: [
              ['CITIZEN', 'Citizen'],
              ['RESIDENT', 'Resident'],
              ['VISA', 'Visa'],
            ],
          },
          {
            field: 'driverLicenceType',
            label: 'Driver licence',
            kind: 'choice',
            choices: [
              ['FULL', 'Full'],
              ['RSTRD', 'Restricted'],
              ['LEARN', 'Learner'],
            ],
          },
          {
            field: 'livingSituation',
            label: 'Your home',
            kind: 'choice',
            choices: [
              ['OWN', 'I own it, without a mortgage'],
              ['MORTGAGE', 'I own it, with a mortgage'],
              ['RENT', 'I rent it'],
              ['BOARD', 'I board'],
              ['FAMILY', 'I live with family'],
            ],
          },
          { field: 'yearsAtAddress', label: 'Years at this address', kind: 'years' },
          {
            field: 'dependants',
            label: 'Number of dependants',
            hint: 'People who depend on your income. Enter 0 if there are none.',
            kind: 'count',
          },
        ],
      },
      {
        section: 'employment',
        legend: 'Your work',
        questions: [
          {
            field: 'type',
            label: 'Employment',
            kind: 'choice',
            choices: [
              ['FULL_TIME', 'Full-time'],
              ['PART_TIME', 'Part-time'],
              ['CASUAL', 'Casual'],
              ['SELF_EMPLOYED', 'Self-employed'],
              ['BENEFIT', 'On a benefit'],
              ['RETIRED', 'Retired'],
            ],
          },
          { field: 'employer', label: 'Employer', kind: 'text', isOptional: true },
          { field: 'role', label: 'Role', kind: 'text', isOptional: true },
          { field: 'years', label: 'Years in this situation', kind: 'years' },
        ],
      },
    ],
  },
  'assets-income': {
    title: 'Assets & Income',
    intro: 'What comes in and what you own. Enter 0 where there is nothing.',
    groups: [
      {
        section: 'income',
        legend: 'Income',
        questions: [
          money('incomeAfterTaxCents', 'Your income after tax'),
          {
            field: 'incomeFrequency',
            label: 'How often it is paid',
            kind: 'choice',
            choices: [
              ['Weekly', 'Weekly'],
              ['Fortnightly', 'Fortnightly'],
              ['Monthly', 'Monthly'],
            ],
          },
          money('otherIncomePerMonthCents', 'Other income a month'),
          money(
            'partnerSharePerMonthCents',
            'What your partner pays towards the household a month',
          ),
        ],
      },
      {
        section: 'assets',
        legend: 'What you own',
        questions: [
          money('homeValueCents', 'Value of your home'),
          money('savingsCents', 'Savings'),
          money('vehiclesCents', 'Value of your vehicles'),
          money('kiwiSaverCents', 'KiwiSaver balance'),
        ],
      },
    ],
  },
  liabilities: {
    title: 'Liabilities',
    intro: 'What goes out and what you owe. Enter 0 where there is nothing.',
    groups: [
      {
        section: 'liabilities',
        legend: 'Costs and debts',
        questions: [
          money('housingPerMonthCents', 'Mortgage, rent or board a month'),
          money('loansPerMonthCents', 'Other loan payments a month'),
          money(
            'cardLimitsCents',
            'Credit card limits, all together',
            'The limits, not what is owing.',
          ),
          money('buyNowPayLaterPerMonthCents', 'Buy now, pay later payments a month'),
          money(
            'livingCostsPerMonthCents',
            'Living costs a month',
            'Food, power, phone, transport, insurance, school and childcare.',
          ),
        ],
      },
    ],
  },
}

/** The pages of questions in order, with their addresses. The signature comes after them. */
export const FINANCE_PAGE_ORDER: readonly FinancePage[] = ['', 'assets-income', 'liabilities']

/** What was typed, by `section.field`. Kept in memory only, never in the browser's storage. */
export type Answers = Readonly<Record<string, string>>

export const answerKey = (section: Section, { field }: Question) => `${section}.${field}`

/** An answer as the contract has it, or `undefined` when there is none or it cannot be read. */
function readAnswer({ kind }: Question, typed: string): unknown {
  const text = typed.trim()
  if (kind === 'text') return text
  if (text === '') return undefined
  if (kind === 'money') return parseMoney(text) ?? Number.NaN
  if (kind === 'count' || kind === 'years') return Number(text.replace(',', '.'))
  return text
}

/** An answer as it is typed, from a draft the server kept. */
const typeAnswer = ({ kind }: Question, value: unknown): string =>
  kind === 'money' ? String((value as number) / 100) : String(value)

const allGroups = FINANCE_PAGE_ORDER.flatMap((page) => FINANCE_PAGES[page].groups)

/** The application as far as it has been filled in on some pages. */
export function toDraft(
  answers: Answers,
  groups: readonly QuestionGroup[] = allGroups,
): FinanceApplicationDraft {
  const sections = groups.map(({ section, questions }) => [
    section,
    Object.fromEntries(
      questions.flatMap((question) => {
        const value = readAnswer(question, answers[answerKey(section, question)] ?? '')
        return value === undefined ? [] : [[question.field, value]]
      }),
    ),
  ])
  return Object.fromEntries(sections) as FinanceApplicationDraft
}

/** What to put into the forms for a draft. */
export const fromDraft = (draft: FinanceApplicationDraft): Answers =>
  Object.fromEntries(
    allGroups.flatMap(({ section, questions }) =>
      questions.flatMap((question) => {
        const value = (draft[section] as Record<string, unknown> | undefined)?.[question.field]
        return value === undefined
          ? []
          : [[answerKey(section, question), typeAnswer(question, value)]]
      }),
    ),
  )

/** The contract's own rules for some sections. */
export const sectionSchema = (section: Section) => FinanceApplication.shape[section]
