import { describe, expect, test } from 'vitest'
import { FinanceApplicationDraft } from '#lib/finance/shapes.ts'
import { check } from '#lib/shared/check.ts'
import {
  answerKey,
  askedOf,
  draftOf,
  fromDraft,
  knownAnswers,
  pageFaults,
  sectionSchema,
  toDraft,
  type Answers,
} from './application.ts'
import { FINANCE_PAGE_ORDER, FINANCE_PAGES } from '#lib/finance/finance-questions.ts'
import type { Question } from '#lib/finance/licence-questions.ts'

const answers: Answers = {
  'residence.dateOfBirth': '1988-02-29',
  'residence.residency': 'CITIZEN',
  'residence.maritalStatus': 'PARTNER',
  'residence.dependants': 0,
  'residence.driverLicenceType': 'FULL',
  'residence.driverLicenceNumber': 'ab123456',
  'residence.driverLicenceVersion': '321',
  'residence.driverLicenceExpires': '2030-02-28',
  'residence.address': '12 Kauri Street, Newtown, Wellington 6021',
  'residence.yearsAtAddress': 2,
  'residence.previousAddress': '3 Rimu Lane, Kelburn, Wellington 6012',
  'residence.livingSituation': 'RENT',
  'employment.type': 'FULL_TIME',
  'employment.employer': 'Kowhai Gardens',
  'employment.role': 'Gardener',
  'employment.years': 4,
  'income.incomeAfterTaxCents': 145_050,
  'income.incomeFrequency': 'Weekly',
  'income.otherIncomePerMonthCents': 0,
  'income.partnerSharePerMonthCents': 0,
  'assets.homeValueCents': 0,
  'assets.savingsCents': 1_200_000,
  'assets.vehiclesCents': 300_000,
  'assets.kiwiSaverCents': 4_100_000,
  'liabilities.housingPerMonthCents': 260_000,
  'liabilities.loans': [
    { lender: 'Harbour Bank', balanceCents: 900_000, paymentPerMonthCents: 30_000 },
  ],
  'liabilities.cardLimitsCents': 500_000,
  'liabilities.buyNowPayLaterPerMonthCents': 0,
  'liabilities.foodPerMonthCents': 80_000,
  'liabilities.homeBillsPerMonthCents': 30_000,
  'liabilities.transportPerMonthCents': 20_000,
  'liabilities.insurancePerMonthCents': 20_000,
  'liabilities.childrenPerMonthCents': 0,
  'liabilities.otherCostsPerMonthCents': 30_000,
  'liabilities.expectedChange': 'NONE',
}

const groups = FINANCE_PAGE_ORDER.flatMap((page) => FINANCE_PAGES[page].groups)
const questions = groups.flatMap(({ section, questions }) =>
  questions.map((question) => ({ section, question })),
)

test('every answer in the contract has a question, and there is no other question', () => {
  for (const name of new Set(groups.map(({ section }) => section)))
    expect(
      questions
        .filter(({ section }) => section === name)
        .map(({ question }) => question.field)
        .sort(),
    ).toEqual(Object.keys(sectionSchema(name).shape).sort())
})

test('every choice is in the contract', () => {
  for (const { section, question } of questions)
    for (const [value] of (question as Question).choices ?? [])
      expect(draftOf(section, question, value)).not.toBeNull()
})

test('the questions depend on earlier answers', () => {
  const asks = (key: string, given: Answers) =>
    groups
      .flatMap((group) =>
        askedOf(group, { ...answers, ...given }).map((question) =>
          answerKey(group.section, question),
        ),
      )
      .includes(key)
  expect(asks('residence.previousAddress', {})).toBe(true)
  expect(asks('residence.previousAddress', { 'residence.yearsAtAddress': 3 })).toBe(false)
  expect(asks('residence.previousAddress', { 'residence.yearsAtAddress': null })).toBe(false)
  expect(asks('residence.visaExpires', {})).toBe(false)
  expect(asks('residence.visaExpires', { 'residence.residency': 'VISA' })).toBe(true)
  expect(asks('employment.employer', { 'employment.type': 'RETIRED' })).toBe(false)
  expect(asks('employment.previousEmployer', { 'employment.years': 1 })).toBe(true)
  expect(asks('liabilities.expectedChangeInWords', { 'liabilities.expectedChange': 'WORSE' })).toBe(
    true,
  )
})

test('a single renter is not asked about a partner or a home, and sends 0 for both', () => {
  const single = {
    ...answers,
    'residence.maritalStatus': 'SINGLE',
    'income.partnerSharePerMonthCents': 90_000,
    'assets.homeValueCents': null,
  }
  const asked = groups.flatMap((group) => askedOf(group, single).map(({ field }) => field))
  expect(asked).not.toContain('partnerSharePerMonthCents')
  expect(asked).not.toContain('homeValueCents')
  expect(toDraft(single)).toMatchObject({
    income: { partnerSharePerMonthCents: 0 },
    assets: { homeValueCents: 0 },
  })
  const owner = { ...answers, 'residence.livingSituation': 'MORTGAGE' }
  const both = groups.flatMap((group) => askedOf(group, owner).map(({ field }) => field))
  expect(both).toEqual(expect.arrayContaining(['partnerSharePerMonthCents', 'homeValueCents']))
})

describe('answers', () => {
  test('are read as the contract has them', () => {
    expect(toDraft(answers)).toMatchObject({
      residence: { yearsAtAddress: 2, dependants: 0 },
      employment: { employer: 'Kowhai Gardens', role: 'Gardener' },
      income: { incomeAfterTaxCents: 145_050, incomeFrequency: 'Weekly' },
      assets: { savingsCents: 1_200_000 },
    })
    for (const page of FINANCE_PAGE_ORDER) expect(pageFaults(page, answers)).toEqual({})
  })

  test('that are missing or wrong are named', () => {
    expect(pageFaults('liabilities', { ...answers, 'liabilities.cardLimitsCents': null })).toEqual({
      'liabilities.cardLimitsCents': 'Enter an amount, or 0',
    })
    expect(
      pageFaults('', { ...answers, 'residence.dateOfBirth': '', 'residence.dependants': null }),
    ).toEqual({
      'residence.dateOfBirth': 'is required',
      'residence.dependants': 'is required',
    })
  })

  test('to conditional questions are required when asked, and left out otherwise', () => {
    const retired = { ...answers, 'employment.type': 'RETIRED', 'employment.employer': 'Gone' }
    expect(toDraft(retired).employment).toEqual({ type: 'RETIRED', years: 4 })
    expect(
      pageFaults('', {
        ...answers,
        'residence.previousAddress': '',
        'residence.gender': '',
        'employment.years': 1,
        'employment.role': '',
      }),
    ).toEqual({
      'residence.previousAddress': 'is required',
      'employment.role': 'is required',
    })
  })

  test('in rows are named by their row', () => {
    expect(
      pageFaults('liabilities', {
        ...answers,
        'liabilities.loans': [{ lender: '', balanceCents: 1, paymentPerMonthCents: null }],
      }),
    ).toEqual({
      'liabilities.loans.0.lender': 'is required',
      'liabilities.loans.0.paymentPerMonthCents': 'Enter an amount, or 0',
    })
  })

  test('are saved while typing, once complete', () => {
    const [number, loans] = ['driverLicenceNumber', 'loans'].map(
      (field) => questions.find(({ question }) => question.field === field)!.question,
    )
    expect(draftOf('residence', number!, 'AB12')).toBeNull()
    expect(draftOf('residence', number!, 'AB123456')).toEqual({
      residence: { driverLicenceNumber: 'AB123456' },
    })
    expect(draftOf('residence', number!, '')).toEqual({ residence: { driverLicenceNumber: null } })
    expect(draftOf('liabilities', loans!, [{ lender: 'A', balanceCents: null }])).toEqual({
      liabilities: { loans: [{ lender: 'A' }] },
    })
  })

  test('that the purchase has are filled in', () => {
    expect(knownAnswers({ ownerDetails: null })).toEqual({})
    expect(
      knownAnswers({
        ownerDetails: {
          customerType: 'INDIVIDUAL',
          firstName: 'Mia',
          lastName: 'Harris',
          email: 'mia@example.nz',
          mobilePhone: '021 123 456',
          postalAddress: {
            line1: '12 Kauri Street',
            suburb: 'Newtown',
            city: 'Wellington',
            postcode: '6021',
            country: 'NZ',
          },
        },
      }),
    ).toMatchObject({ 'residence.address': '12 Kauri Street, Newtown, Wellington 6021' })
  })

  test('are restored from a saved draft', () => {
    expect(toDraft(fromDraft(toDraft(answers)))).toEqual(toDraft(answers))
  })

  test('of one page make a draft that the server accepts', () => {
    const draft = toDraft({ 'residence.dateOfBirth': '1988-02-29' }, FINANCE_PAGES[''].groups)
    expect(check(FinanceApplicationDraft, draft).ok).toBe(true)
  })
})
