// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { until } from '#tests/setup/screen.ts'
import { aJourney, aLoan, aQuote, aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { container, open, serve, shows, signInMia } from './Journey.fixture.tsx'

const confirmed = { purchaseJourneyStatusCode: 'CONFIRMED' } as const
const appliedFor = { payOption: 'LOANCLASIC', amountFinancedCents: 3_684_535 } as const

async function openConfirmed(facts: Parameters<typeof aJourney>[0]) {
  signInMia()
  serve(aJourney({ status: confirmed, hasConfirmedOwnerDetails: true, ...facts }))
  await open('#/journey-1/complete')
  await until(() => expect(container.querySelector('.moment')).not.toBeNull())
}

test.each<CreditDecision>([
  { code: 'DECLINE', conditions: [], appliedFor },
  { code: 'CONDITIONL', conditions: ['Three payslips.'], appliedFor },
])('a decision on a loan ($code) is not shown for a purchase by lease', async (decision) => {
  await openConfirmed({
    currentQuote: aQuote({ payOption: 'LEASELC', finance: aLoan({ product: 'LEASELC' }) }),
    hasAppliedForFinancePreApproval: true,
    creditDecision: decision,
  })
  expect(container.textContent).toContain('The lender’s answer doesn’t cover')
  expect(container.textContent).not.toContain('can’t offer you finance')
  expect(container.textContent).not.toContain('Documents for the lender')
})

const approved: CreditDecision = {
  code: 'AUTOAPPR',
  conditions: [],
  appliedFor,
  limitCents: 9_000_000,
}

test.each<[string, string, CreditDecision]>([
  ['is declined', 'can’t offer you finance', { code: 'DECLINE', conditions: [], appliedFor }],
  ['has run out', 'approval has expired', { ...approved, validUntil: '2026-01-31' }],
])('a loan that %s after confirming is shown before the details', async (_, words, decision) => {
  await openConfirmed({
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    paymentMetadata: { ...aJourney().paymentMetadata, depositPaid: true },
    hasAppliedForFinancePreApproval: true,
    creditDecision: decision,
  })
  const details = container.querySelector('.moment__details')!
  const trouble = [...container.querySelectorAll('.moment__rest .notice')].find(
    (notice) => !details.contains(notice),
  )
  expect(trouble?.textContent).toContain(words)
  expect(container.textContent).toContain('switch you to cash at the same price')
  expect(container.textContent).not.toContain('The lender finishes its checks')
})

test.each<[string, string, CreditDecision]>([
  ['paid', 'The lender has paid', { ...approved, validUntil: '2026-01-31' }],
  ['paid, and declined', 'The lender has paid', { code: 'DECLINE', conditions: [], appliedFor }],
  ['paid, and asked for papers', 'The lender has paid', { ...approved, code: 'CONDITIONL' }],
  ['paid, and not decided', 'referred for review', { code: 'MANUWRITE', conditions: [] }],
])('a lender that has %s: %s', async (_, words, decision) => {
  await openConfirmed({
    currentQuote: aQuote({ payOption: 'LOANCLASIC', finance: aLoan() }),
    paymentMetadata: { ...aJourney().paymentMetadata, depositPaid: true, lenderPaid: true },
    hasAppliedForFinancePreApproval: true,
    creditDecision: decision,
  })
  expect(container.textContent).toContain(words)
  for (const other of ['Call your dealer', 'Pre-approved', 'Documents for the lender'])
    expect(container.textContent).not.toContain(other)
})

const offered = aTradeVehicle({
  status: 'APPRAISAL_DONE',
  offerCents: 500_000,
  offerExpires: '2099-01-01T00:00:00.000Z',
})

test('an offer can still be accepted once the agreement is issued', async () => {
  await openConfirmed({
    paymentMetadata: { ...aJourney().paymentMetadata, depositPaid: true },
    metadata: { furthestStep: 'complete', hasAgreement: true },
    tradeInformation: { vehicles: [offered] },
  })
  expect(container.textContent).toContain('Our offer is $5,000')
  expect(container.textContent).not.toContain('You didn’t accept an offer')
})

test('a lease takes no trade-in, and no link leads to one', async () => {
  signInMia()
  serve(
    aJourney({
      hasConfirmedOwnerDetails: true,
      metadata: { furthestStep: 'confirm' },
      currentQuote: aQuote({ payOption: 'LEASELC', finance: aLoan({ product: 'LEASELC' }) }),
      tradeInformation: { vehicles: [{ ...offered, status: 'APPRAISAL_ACCEPTED' }] },
    }),
  )
  await open('#/journey-1/confirm')
  await shows('Confirm your purchase')
  expect(container.textContent).toContain('You can’t trade in a car with a lease')
  expect(container.textContent).not.toContain('Offer accepted')
  expect(container.querySelector('a[href$="/trade-in"]')).toBeNull()
  expect(container.querySelector('a[href$="/quote"]')).not.toBeNull()
})

test('an offer can be answered until the agreement is accepted, and Confirmation says so', async () => {
  signInMia()
  serve(
    aJourney({
      hasConfirmedOwnerDetails: true,
      metadata: { furthestStep: 'confirm' },
      tradeInformation: { vehicles: [offered] },
    }),
  )
  await open('#/journey-1/confirm')
  await shows('Confirm your purchase')
  expect(container.textContent).toContain('You can do so any time before you accept the agreement.')
})

const STEPS = [
  ['configure', 'Your car', 2],
  ['quote', 'Your quote', 2],
  ['confirm', 'Confirm your purchase', 3],
] as const

describe.each(STEPS)('beside the price at %s (decision 66)', (step, title, times) => {
  test.each([
    [{ from: '2027-02-11', to: '2027-03-11' }, 'Ready 11\u00a0February to 11\u00a0March\u00a02027'],
    [null, 'Not available right now. We’ll look for one'],
  ])('the delivery is shown, or that no car is available', async (delivery, words) => {
    signInMia()
    serve(
      aJourney({
        hasConfirmedOwnerDetails: true,
        metadata: { furthestStep: 'confirm' },
        delivery,
      }),
    )
    await open(`#/journey-1/${step}`)
    await shows(title)
    expect(container.textContent.split(words)).toHaveLength(times + 1)
  })
})

test('a chosen option is named at every step, beside the price and in the record', async () => {
  const { lines, ...quote } = aQuote()
  const pack = { code: 'B', kind: 'OPTION', label: 'Touring Pack', amountCents: 1, reason: '' }
  signInMia()
  serve(
    aJourney({
      hasConfirmedOwnerDetails: true,
      metadata: { furthestStep: 'confirm' },
      currentQuote: { ...quote, lines: [...lines, pack] },
    }),
  )
  await open('#/journey-1/configure')
  await shows('Your car')
  expect(container.querySelector('.configure .summary')?.textContent).toContain(
    'OptionTouring PackChange optionColourRedbankChange colour',
  )
  expect(container.querySelector('.deal')?.textContent).toContain(
    'Touring Pack, Redbank, Black cloth',
  )
  await act(async () => {
    location.hash = '#/journey-1/confirm'
    window.dispatchEvent(new Event('hashchange'))
  })
  await shows('Confirm your purchase')
  expect(container.querySelector('.record')?.textContent).toContain(
    'Tarn Hybrid, Touring Pack, Redbank, Black cloth',
  )
})

describe('an offer', () => {
  const offer = {
    slug: 'tarn-weekend',
    heading: 'Ready for the weekend',
    summary: 'Roof rails come with every new Tarn.',
    terms: ['For cars confirmed by 31\u00a0January\u00a02027.'],
    accessories: [{ code: 'ROOFRAIL', name: 'Roof rails' }],
  }
  const facts = {
    hasConfirmedOwnerDetails: true,
    metadata: { furthestStep: 'confirm' },
    offers: [offer],
  }
  const CHARGED = 'Your quote charges for something that’s free'

  test('is named before confirming, with its free accessories at no charge', async () => {
    signInMia()
    serve(aJourney(facts))
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    expect(container.textContent).toContain(
      'Ready for the weekend, no chargeRoof rails come with every new Tarn.',
    )
    expect(container.querySelector('a[href$="/offers/tarn-weekend/"]')).not.toBeNull()
    expect(container.textContent).toContain(
      `${CHARGED}Roof rails, $450Your quote was priced before the offer began. Remove the item from your quote and we’ll include it free, even if another accessory adds it back.`,
    )
  })

  test('shows no charges where the quote has none of its accessories', async () => {
    signInMia()
    const lines = aQuote().lines.filter(({ kind }) => kind !== 'ACCESSORY')
    serve(aJourney({ ...facts, currentQuote: aQuote({ lines }) }))
    await open('#/journey-1/confirm')
    await shows('Confirm your purchase')
    expect(container.textContent).not.toContain(CHARGED)
  })

  test('stays named in a confirmed purchase', async () => {
    await openConfirmed({
      ...facts,
      paymentMetadata: { ...aJourney().paymentMetadata, depositPaid: true },
    })
    expect(container.textContent).toContain('Ready for the weekend, no charge')
    expect(container.textContent).toContain(offer.terms[0])
    expect(container.querySelector('a[href*="/offers/"]')).toBeNull()
    expect(container.textContent).not.toContain(CHARGED)
  })
})
