import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { FinanceFigures } from './FinanceFigures.tsx'

test('the charge for each extra kilometre is named beside the yearly distance', () => {
  const { totals } = aQuote()
  const finance = aLoan({ excessKmCents: 25 })
  const shown = (annualKm?: number) =>
    renderToStaticMarkup(
      <FinanceFigures
        payOption="LOANFLEXI"
        totals={totals}
        finance={finance}
        request={{ finance: { product: 'LOANFLEXI', termMonths: 36, annualKm } as never }}
      />,
    ).replace(/<[^>]+>/g, '')
  expect(shown(15_000)).toContain('Distance15,000 km a yearEach extra kilometre$0.25')
  expect(shown()).not.toContain('kilometre')
})
