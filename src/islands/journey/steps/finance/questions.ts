import {
  FinanceApplication,
  type FinanceApplicationDraft,
} from '#lib/contract/shapes/finance-application.ts'
import { check, type Faults } from '#lib/faults.ts'

/** What the lender asks, page by page (domain notes 7.4). The forms are drawn from this table. */

export type Section = 'residence' | 'employment' | 'income' | 'assets' | 'liabilities'
export type FinancePage = '' | 'assets-income' | 'liabilities'

export interface Question {
  field: string
  label: string
  hint?: string
  kind: 'day' | 'text' | 'number' | 'money' | 'choice'
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
          { field: 'yearsAtAddress', label: 'Years at this address', kind: 'number' },
          {
            field: 'dependants',
            label: 'Number of dependants',
            hint: 'People who depend on your income. Enter 0 if there are none.',
            kind: 'number',
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
          { field: 'years', label: 'Years in this situation', kind: 'number' },
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

/** Amounts are in cents; `null` and the empty text are no answer. */
export type Answer = string | number | null

/** The answers by `section.field`. Kept in memory only, never in the browser's storage. */
export type Answers = Readonly<Record<string, Answer>>

export const answerKey = (section: Section, { field }: Question) => `${section}.${field}`

const allGroups = FINANCE_PAGE_ORDER.flatMap((page) => FINANCE_PAGES[page].groups)

/** The application as far as it has been filled in. An optional text may be empty; any other answer is left out. */
export const toDraft = (
  answers: Answers,
  groups: readonly QuestionGroup[] = allGroups,
): FinanceApplicationDraft =>
  Object.fromEntries(
    groups.map(({ section, questions }) => [
      section,
      Object.fromEntries(
        questions.flatMap((question) => {
          const answer = answers[answerKey(section, question)] ?? ''
          return answer === '' && question.kind !== 'text' ? [] : [[question.field, answer]]
        }),
      ),
    ]),
  )

/** The answers of a draft that the server kept. */
export const fromDraft = (draft: FinanceApplicationDraft): Answers =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([section, answers]) =>
      Object.entries(answers as Record<string, Answer>).map(([field, answer]) => [
        `${section}.${field}`,
        answer,
      ]),
    ),
  )

/** The contract's own rules for a section. */
export const sectionSchema = (section: Section) => FinanceApplication.shape[section]

/** What is wrong or missing on a page, by `section.field`. */
export const pageFaults = (page: FinancePage, answers: Answers): Faults =>
  Object.fromEntries(
    FINANCE_PAGES[page].groups.flatMap(({ section }) => {
      const checked = check(sectionSchema(section), toDraft(answers)[section])
      return checked.ok
        ? []
        : Object.entries(checked.faults).map(([field, fault]) => [`${section}.${field}`, fault])
    }),
  )

export const isFinancePage = (subStep: string): subStep is FinancePage =>
  Object.hasOwn(FINANCE_PAGES, subStep)
