import { describe, expect, test } from 'vitest'
import { FinanceApplicationDraft } from '#lib/contract/shapes.ts'
import { check, type Faults } from '../../faults.ts'
import {
  answerKey,
  FINANCE_PAGE_ORDER,
  FINANCE_PAGES,
  fromDraft,
  sectionSchema,
  toDraft,
  type Answers,
  type FinancePage,
} from './questions.ts'

const answers: Answers = {
  'residence.dateOfBirth': '1988-02-29',
  'residence.residency': 'CITIZEN',
  'residence.driverLicenceType': 'FULL',
  'residence.livingSituation': 'RENT',
  'residence.yearsAtAddress': '2.5',
  'residence.dependants': '0',
  'employment.type': 'FULL_TIME',
  'employment.employer': 'Kowhai Gardens',
  'employment.years': '4',
  'income.incomeAfterTaxCents': '$1,450.50',
  'income.incomeFrequency': 'Weekly',
  'income.otherIncomePerMonthCents': '0',
  'income.partnerSharePerMonthCents': '0',
  'assets.homeValueCents': '0',
  'assets.savingsCents': '12,000',
  'assets.vehiclesCents': '3000',
  'assets.kiwiSaverCents': '41000',
  'liabilities.housingPerMonthCents': '2600',
  'liabilities.loansPerMonthCents': '0',
  'liabilities.cardLimitsCents': '5000',
  'liabilities.buyNowPayLaterPerMonthCents': '0',
  'liabilities.livingCostsPerMonthCents': '1800',
}

const faultsOf = (page: FinancePage, typed: Answers): Faults =>
  Object.assign(
    {},
    ...FINANCE_PAGES[page].groups.map(({ section }) => {
      const checked = check(sectionSchema(section), toDraft(typed)[section])
      return checked.ok ? {} : checked.faults
    }),
  )

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
      residence: { yearsAtAddress: 2.5, dependants: 0 },
      employment: { employer: 'Kowhai Gardens', role: '' },
      income: { incomeAfterTaxCents: 145_050, incomeFrequency: 'Weekly' },
      assets: { savingsCents: 1_200_000 },
    })
    for (const page of FINANCE_PAGE_ORDER) expect(faultsOf(page, answers)).toEqual({})
  })

  test('that are missing or wrong are named', () => {
    expect(faultsOf('liabilities', { ...answers, 'liabilities.cardLimitsCents': '' })).toEqual({
      cardLimitsCents: 'must be an amount in dollars',
    })
    expect(
      faultsOf('', { ...answers, 'residence.dateOfBirth': '', 'residence.dependants': 'two' }),
    ).toEqual({
      dateOfBirth: 'is required',
      dependants: 'must be a whole number',
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
