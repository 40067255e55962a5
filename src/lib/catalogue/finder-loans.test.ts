import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { COMPARED_LOAN, foundGrades } from '#content/views/found-grades.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import {
  factsOver,
  loanOver,
  loanTerms,
  nearestGrades,
  paymentsInWords,
  type LoanedGrade,
} from './finder-loans.ts'
import { meets } from './finder.ts'

const grades = foundGrades(catalogue)
const terms = loanTerms(grades[0]!.loan!.product)
const loanedWith = (equityCents: number) =>
  grades.map(({ facts, loan, variant }) => ({
    name: variant.name,
    facts,
    loans: new Map(terms.map((months) => [months, loanOver(loan!, months, equityCents)!])),
  }))

test('the payments of every term are those of a quote, to the cent', () => {
  for (const { kdcd, colourCode, loan } of grades)
    for (const termMonths of terms) {
      const { depositCents, frequency } = loan!.loan.request.finance!
      const finance = { depositCents, frequency, termMonths }
      const quote = priceQuote({ kdcd, colourCode, payOption: COMPARED_LOAN, finance }, catalogue)
      expect(quote.ok && quote.value.finance?.paymentCents).toBe(
        loanOver(loan!, termMonths, 0)!.cents,
      )
    }
})

test('the visitor’s own car lowers the payment, and its figures say the deposit', () => {
  const { loan } = grades[0]!
  const without = loanOver(loan!, 36, 0)!
  const withCar = loanOver(loan!, 36, 1_485_000)!
  expect(withCar.cents).toBeLessThan(without.cents)
  expect(withCar.figures).toContain('Deposit: $14,850.')
})

test('a longer term, or the own car, finds what a short one does not', () => {
  const wishes = { weekly: '25000', towing: '1000' }
  const found = (all: LoanedGrade[], months: number) =>
    all.filter((grade) => meets(factsOver(grade, months), wishes)).length
  expect(found(loanedWith(0), 36)).toBe(0)
  expect(found(loanedWith(0), 48)).toBeGreaterThan(0)
  expect(found(loanedWith(1_485_000), 36)).toBeGreaterThan(0)
})

test('where the payment is in the way, the nearest cars are named with their longer terms', () => {
  const all = loanedWith(0)
  const nearest = nearestGrades(all, { weekly: '25000', towing: '1000' }, 36)
  expect(nearest).toHaveLength(3)
  expect(nearest[0]!.name).toBe('Tarn 1.5 Pure')
  expect(paymentsInWords(nearest[0]!, 36)).toBe(
    '$258 a week over 36 months, $202.31 over 48, $169.07 over 60',
  )
  expect(nearestGrades(all, { towing: '1000' }, 36)).toEqual([])
  expect(nearestGrades(all, { weekly: '25000', towing: '9000' }, 36)).toEqual([])
})
