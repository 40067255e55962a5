import { describe, expect, test } from 'vitest'
import { FinanceApplicationDraft } from '#lib/contract/shapes/finance-application.ts'
import { check } from '#lib/faults.ts'
import {
  answerKey,
  FINANCE_PAGE_ORDER,
  FINANCE_PAGES,
  fromDraft,
  pageFaults,
  sectionSchema,
  toDraft,
  type Answers,
} from './questions.ts'

const answers: Answers = {
  'residence.dateOfBirth': '1988-02-29',
  'residence.residency': 'CITIZEN',
  'residence.driverLicenceType': 'FULL',
  'residence.livingSituation': 'RENT',
  'residence.yearsAtAddress': 2,
  'residence.dependants': 0,
  'employment.type': 'FULL_TIME',
  'employment.employer': 'Kowhai Gardens',
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
  'liabilities.loansPerMonthCents': 0,
  'liabilities.cardLimitsCents': 500_000,
  'liabilities.buyNowPayLaterPerMonthCents': 0,
  'liabilities.livingCostsPerMonthCents': 180_000,
}

test('every answer the contract asks for has a question, and no other', () => {
  for (const { section, questions } of FINANCE_PAGE_ORDER.flatMap(
    (page) => FINANCE_PAGES[page].groups,
  ))
    expect(questions.map(({ field }) => field).sort()).toEqual(
      Object.keys(sectionSchema(section).shape).sort(),
    )
})

test('every choice is one of the contract’s', () => {
  for (const { section, questions } of FINANCE_PAGE_ORDER.flatMap(
    (page) => FINANCE_PAGES[page].groups,
  ))
    for (const question of questions)
      for (const [value] of question.choices ?? []) {
        const draft = toDraft({ ...answers, [answerKey(section, question)]: value })
        expect(check(sectionSchema(section), draft[section])).toMatchObject({ ok: true })
      }
})

describe('answers', () => {
  test('are read as the contract has them', () => {
    expect(toDraft(answers)).toMatchObject({
      residence: { yearsAtAddress: 2, dependants: 0 },
      employment: { employer: 'Kowhai Gardens', role: '' },
      income: { incomeAfterTaxCents: 145_050, incomeFrequency: 'Weekly' },
      assets: { savingsCents: 1_200_000 },
    })
    for (const page of FINANCE_PAGE_ORDER) expect(pageFaults(page, answers)).toEqual({})
  })

  test('that are missing or wrong are named', () => {
    expect(pageFaults('liabilities', { ...answers, 'liabilities.cardLimitsCents': null })).toEqual({
      'liabilities.cardLimitsCents': 'is required',
    })
    expect(
      pageFaults('', { ...answers, 'residence.dateOfBirth': '', 'residence.dependants': null }),
    ).toEqual({
      'residence.dateOfBirth': 'is required',
      'residence.dependants': 'is required',
    })
  })

  test('come back from a draft the server kept', () => {
    expect(toDraft(fromDraft(toDraft(answers)))).toEqual(toDraft(answers))
  })

  test('of one page make a draft that the server takes', () => {
    const draft = toDraft({ 'residence.dateOfBirth': '1988-02-29' }, FINANCE_PAGES[''].groups)
    expect(check(FinanceApplicationDraft, draft).ok).toBe(true)
  })
})
