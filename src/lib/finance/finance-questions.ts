import type { FinanceSection } from './shapes.ts'
import { LICENCE_QUESTIONS, type Question } from './licence-questions.ts'

/** The lender's questions, page by page. The forms are drawn from this table. */

export type FinancePage = '' | 'assets-income' | 'liabilities'

/** A question with any number of rows. */
export interface RowsQuestion {
  field: string
  kind: 'rows'
  /** The name of a row. */
  label: string
  hint: string
  columns: readonly Question[]
}

export interface QuestionGroup {
  section: FinanceSection
  legend: string
  questions: readonly (Question | RowsQuestion)[]
}

const money = (field: string, label: string, hint?: string): Question => ({
  field,
  label,
  kind: 'money',
  hint,
})

const choice = (
  field: string,
  label: string,
  choices: NonNullable<Question['choices']>,
): Question => ({ field, label, kind: 'choice', choices })

export const FINANCE_PAGES: Record<
  FinancePage,
  { title: string; intro: string; groups: readonly QuestionGroup[] }
> = {
  '': {
    title: 'Residence & Employment',
    intro: 'Your home and your work. The four pages take about 10 minutes.',
    groups: [
      {
        section: 'residence',
        legend: 'About you',
        questions: [
          { field: 'dateOfBirth', label: 'Date of birth', kind: 'day', autoComplete: 'bday' },
          {
            ...choice('gender', 'Gender', [
              ['FEMALE', 'Female'],
              ['MALE', 'Male'],
              ['UNKNOWN', 'Another / prefer not to say'],
            ]),
            isOptional: true,
          },
          choice('maritalStatus', 'Relationship', [
            ['SINGLE', 'Single'],
            ['PARTNER', 'Married, in a civil union or with a partner'],
            ['SEPARATED', 'Separated or divorced'],
            ['WIDOWED', 'Widowed'],
          ]),
          {
            field: 'dependants',
            label: 'Number of dependants',
            hint: 'People who depend on your income. Enter 0 if there are none.',
            kind: 'number',
          },
          choice('residency', 'Right to live in New Zealand', [
            ['CITIZEN', 'Citizen'],
            ['RESIDENT', 'Resident'],
            ['VISA', 'Visa'],
          ]),
          {
            field: 'visaExpires',
            label: 'Visa expiry date',
            hint: 'Day, month and year.',
            kind: 'day',
          },
        ],
      },
      {
        section: 'residence',
        legend: 'Your driver licence',
        questions: [
          { field: 'driverLicenceType', ...LICENCE_QUESTIONS.type },
          { field: 'driverLicenceNumber', ...LICENCE_QUESTIONS.number },
          { field: 'driverLicenceVersion', ...LICENCE_QUESTIONS.version },
          {
            field: 'driverLicenceExpires',
            label: 'Licence expiry',
            hint: '4b on the card: day, month and year.',
            kind: 'day',
          },
        ],
      },
      {
        section: 'residence',
        legend: 'Your home',
        questions: [
          {
            field: 'address',
            label: 'Home address',
            kind: 'lines',
            maxLength: 200,
            autoComplete: 'street-address',
          },
          {
            field: 'yearsAtAddress',
            label: 'Years at this address',
            hint: 'Whole years. Enter 0 for less than one.',
            kind: 'number',
          },
          {
            field: 'previousAddress',
            label: 'Previous address',
            hint: 'Lenders need this if you’ve moved in the last three years.',
            kind: 'lines',
            maxLength: 200,
          },
          choice('livingSituation', 'Living situation', [
            ['OWN', 'I own it, without a mortgage'],
            ['MORTGAGE', 'I own it, with a mortgage'],
            ['RENT', 'I rent it'],
            ['BOARD', 'I board'],
            ['FAMILY', 'I live with family'],
          ]),
        ],
      },
      {
        section: 'employment',
        legend: 'Your work',
        questions: [
          choice('type', 'Employment', [
            ['FULL_TIME', 'Full-time'],
            ['PART_TIME', 'Part-time'],
            ['CASUAL', 'Casual'],
            ['SELF_EMPLOYED', 'Self-employed'],
            ['BENEFIT', 'On a benefit'],
            ['RETIRED', 'Retired'],
          ]),
          {
            field: 'employer',
            label: 'Employer',
            hint: 'Or the name of your own business.',
            kind: 'text',
            autoComplete: 'organization',
          },
          { field: 'role', label: 'Role', kind: 'text', autoComplete: 'organization-title' },
          {
            field: 'years',
            label: 'Years in this job',
            hint: 'Whole years. Enter 0 for less than one.',
            kind: 'number',
          },
          {
            field: 'previousEmployer',
            label: 'Previous employer',
            kind: 'text',
            isOptional: true,
          },
        ],
      },
    ],
  },
  'assets-income': {
    title: 'Assets & Income',
    intro: 'Your income and what you own. Enter 0 for anything you don’t have.',
    groups: [
      {
        section: 'income',
        legend: 'Income',
        questions: [
          money('incomeAfterTaxCents', 'Your income after tax'),
          choice('incomeFrequency', 'How often you’re paid', [
            ['Weekly', 'Weekly'],
            ['Fortnightly', 'Fortnightly'],
            ['Monthly', 'Monthly'],
          ]),
          money('otherIncomePerMonthCents', 'Other monthly income'),
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
    intro: 'Your costs and what you owe. Enter 0 for anything that doesn’t apply.',
    groups: [
      {
        section: 'liabilities',
        legend: 'Debts',
        questions: [
          money('housingPerMonthCents', 'Monthly mortgage, rent or board'),
          {
            field: 'loans',
            kind: 'rows',
            label: 'Loan',
            hint: 'Include car, personal and student loans, and hire purchase. Your mortgage is above.',
            columns: [
              { field: 'lender', label: 'Lender', kind: 'text', maxLength: 60 },
              money('balanceCents', 'Still owing'),
              money('paymentPerMonthCents', 'Monthly payment'),
            ],
          },
          money('cardLimitsCents', 'Total credit card limits', 'The limits, not what you owe.'),
          money('buyNowPayLaterPerMonthCents', 'Monthly buy now, pay later payments'),
        ],
      },
      {
        section: 'liabilities',
        legend: 'Monthly living costs',
        questions: [
          money('foodPerMonthCents', 'Food and household'),
          money('homeBillsPerMonthCents', 'Power, water, phone, internet and rates'),
          money('transportPerMonthCents', 'Transport', 'Fuel or charging, maintenance and fares.'),
          money('insurancePerMonthCents', 'Insurance and health'),
          money('childrenPerMonthCents', 'Children', 'Childcare, school and child support.'),
          money('otherCostsPerMonthCents', 'Everything else'),
        ],
      },
      {
        section: 'income',
        legend: 'What a partner pays',
        questions: [
          money(
            'partnerSharePerMonthCents',
            'Your partner’s monthly share of household costs',
            'Their part of the mortgage, rent and costs above.',
          ),
        ],
      },
      {
        section: 'liabilities',
        legend: 'The next twelve months',
        questions: [
          choice('expectedChange', 'Will your income or costs change?', [
            ['NONE', 'Not that I know of'],
            ['BETTER', 'Yes, for the better'],
            ['WORSE', 'Yes, for the worse'],
          ]),
          {
            field: 'expectedChangeInWords',
            label: 'What will change',
            kind: 'lines',
            maxLength: 300,
          },
        ],
      },
    ],
  },
}

/** The pages of questions in order, with their addresses. The signature comes after them. */
export const FINANCE_PAGE_ORDER: readonly FinancePage[] = ['', 'assets-income', 'liabilities']

/** With the one for the signature. */
export const FINANCE_PAGES_IN_ALL = FINANCE_PAGE_ORDER.length + 1

export const isFinancePage = (subStep: string): subStep is FinancePage =>
  Object.hasOwn(FINANCE_PAGES, subStep)
