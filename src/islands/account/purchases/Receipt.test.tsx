// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { aJourney, aLoan, aQuote } from '#tests/builders/purchase-journey.ts'
import { settle } from '#tests/setup/screen.ts'
import { Receipt } from './Receipt.tsx'
import type { Seller } from '#islands/account/screen-props.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const SELLER: Seller = {
  name: 'Tarvane Motors New Zealand Limited',
  address: {
    line1: '40 Quay Street',
    suburb: '',
    city: 'Auckland',
    postcode: '1010',
    country: 'NZ',
  },
  phone: '+64 9 555 0100',
  email: 'hello@tarvane.example',
  traderNumber: 'M000000',
  gstNumber: '000-000-000',
}

const RECORD: Pick<PurchaseRecord, 'payments' | 'refunds'> = {
  payments: [
    {
      paymentId: 'p1',
      paymentType: 'DEPOSIT',
      source: 'BANKTRF',
      amountCents: 700_000,
      status: 'PAID',
      at: '2026-11-20T12:30:00Z',
    },
  ],
  refunds: [],
}

async function receiptOf(journey: PurchaseJourney): Promise<string> {
  setAccessToken(aToken())
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = url.endsWith('/record') ? RECORD : journey
    return new Response(JSON.stringify(answer), { status: 200 })
  })
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const root = createRoot(container)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    setAccessToken(null)
  })
  await act(async () => root.render(<Receipt id={journey.id} seller={SELLER} />))
  await settle()
  return container.textContent
}

const LENDER =
  'the rest of the price. With its fees of $405.35, the amount financed is $36,845.35. You repay that over 48 months, with interest.'

test.each<[string, Partial<PurchaseJourney>, { lenderPaid?: true }, string]>([
  [
    'a loan',
    {},
    {},
    `What you pay and whenPaid so far$7,000ReceivedFrom the lender$36,440The lender pays ${LENDER}Still to pay$1,000DepositDrive-away price$44,440`,
  ],
  [
    'a loan that the lender refuses',
    { creditDecision: { code: 'DECLINE', conditions: [] } },
    {},
    'For',
  ],
  [
    'a loan that the lender has paid',
    {},
    { lenderPaid: true },
    `What you pay and whenPaid so far$7,000ReceivedFrom the lender$36,440The lender has paid ${LENDER}Still to pay$1,000DepositDrive-away price$44,440`,
  ],
])('the receipt of %s shows how the price is paid', async (_, decided, paid, words) => {
  const quote = aQuote({ payOption: 'LOANCLASIC', finance: aLoan() })
  const journey = aJourney({
    status: { purchaseJourneyStatusCode: 'CONFIRMED' },
    currentQuote: { ...quote, totals: { ...quote.totals, depositDueCents: 800_000 } },
    ...decided,
    paymentMetadata: {
      ...aJourney().paymentMetadata,
      depositCents: 800_000,
      balanceCents: 0,
      paidCents: 700_000,
      ...paid,
    },
  })
  const receipt = await receiptOf(journey)
  expect(receipt).toContain('GST number 000-000-000')
  expect(receipt).toContain(`Total received$7,000${words}`)
})
