import { submitFinanceApplication } from '#lib/finance/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { JourneyPatch } from '#lib/purchases/shapes.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { started, type Person } from '#tests/setup/purchases.ts'
import { mia } from '#tests/setup/suite.ts'

// A shop with customers, one of whom buys on a loan.
export const patch = ({ call }: Person, id: string, body: JourneyPatch) =>
  call(calls.updatePurchaseJourney, { params: { id }, body })

export const apply = ({ call }: Person, id: string, body: FinanceApplication) =>
  call(submitFinanceApplication, { params: { id }, body })

export const financed = (buyer = mia) => started(buyer, { payOption: 'LOANCLASIC' })
export const earning = (incomeAfterTaxCents: number) =>
  anApplication({ income: { ...anApplication().income, incomeAfterTaxCents } })
