// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { endSession, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import {
  aPurchase,
  container,
  root,
  server,
  open,
  press,
  type,
  posts,
} from './Purchase.fixture.tsx'

test('a receipt is checked, confirmed, sent once and shown', async () => {
  await open()
  await press('Record a receipt')
  await press('Record it')
  expect(container.textContent).toContain('Please enter the amount')
  await type('Amount', '1,000')
  await type('Payment reference', ' B-77 ')
  await press('Record it')
  expect(posts()).toEqual([])
  expect(container.textContent).toContain(
    'Record $1,000 from the customer under the reference B-77?',
  )
  server.purchase = aPurchase({
    outstanding: { depositCents: 0, balanceCents: 4_344_000, lenderCents: 0 },
  })
  await press('Yes, record it')
  expect(posts()).toMatchObject([
    { body: { source: 'BANKTRF', amountCents: 100_000, reference: 'B-77' } },
  ])
  expect(container.textContent).not.toContain('Deposit due')
  expect(document.activeElement?.textContent).toBe('Record a receipt')
})

test('the question before a purchase is cancelled names all money that has come', async () => {
  const payment = {
    purchaseJourneyId: 'journey-1',
    paymentType: 'DEPOSIT',
    method: null,
    source: 'BANKTRF',
    amountCents: 100_000,
    reviewReason: null,
    providerPayment: null,
  } as const
  const journey = aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
  server.purchase = aPurchase({
    journey,
    payments: [
      { ...payment, paymentId: 'p-1', receivedCents: 30_000, status: 'PENDING' },
      { ...payment, paymentId: 'p-2', receivedCents: 45_000, status: 'NEEDS_REVIEW' },
    ],
  })
  await open()
  await press('Cancel the purchase')
  await type('Reason', 'Found another car.')
  await press('Cancel the purchase')
  expect(container.textContent).toContain(
    'We’ll refund $300. A payment of $450 is still being checked.',
  )
})

test('after a conflict the message shows, the text typed stays, and the purchase is loaded again', async () => {
  server.toPost = () =>
    new Response(
      JSON.stringify({ code: 'Conflict', message: 'This purchase is closed.', messages: [] }),
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    )
  await open()
  await press('Cancel the purchase')
  await type('Reason', 'Found another car.')
  await press('Cancel the purchase')
  expect(container.textContent).toContain('This can’t be undone.')
  server.purchase = aPurchase({ outletName: 'Tarvane Ōtepoti' })
  await press('Yes, cancel the purchase')
  expect(container.querySelector('[role=alert]')?.textContent).toContain('This purchase is closed.')
  expect(container.querySelector('textarea')?.value).toBe('Found another car.')
  expect(container.textContent).toContain('Tarvane Ōtepoti')
})

describe('a session that is ended elsewhere', () => {
  const signIn = (id: number) => {
    setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1e15 })
    const staff = { id, firstName: 'Sam', lastName: 'Patel', email: 's@example.nz', roles: [] }
    setCurrentUser({ type: 'STAFF', staff, customer: null })
  }
  /** As in the staff area: the sign-in replaces the purchase, and then the purchase the sign-in. */
  const endAndSignIn = async (id: number) => {
    await act(async () => endSession())
    await act(async () => root.unmount())
    signIn(id)
    await open()
  }
  const fillIn = async () => {
    signIn(1)
    await open()
    await press('Record a receipt')
    await type('Amount', '1500')
    await type('Payment reference', 'BNZ-1')
  }
  const form = () => container.querySelector('form[aria-label="Record a receipt"]')

  test('restores the open receipt form and says that nothing is recorded', async () => {
    await fillIn()
    await endAndSignIn(1)

    expect(form()?.textContent).toContain('Nothing has been saved yet')
    expect(form()?.contains(document.activeElement)).toBe(true)
    await press('Record it')
    await press('Yes, record it')
    expect(posts().map(({ body }) => body)).toEqual([
      { source: 'BANKTRF', amountCents: 150_000, reference: 'BNZ-1' },
    ])
    expect(form()).toBeNull()
    await endAndSignIn(1)
    expect(form()).toBeNull()
  })

  test('says that it may be recorded when the last try had no answer', async () => {
    await fillIn()
    server.toPost = () => new Response('', { status: 502 })
    await press('Record it')
    await press('Yes, record it')
    await endAndSignIn(1)

    expect(form()?.textContent).toContain('This may already be saved')
  })

  test('keeps a form open only for its own purchase', async () => {
    const agreed = (id: string) =>
      aPurchase({
        journey: aJourney({ id, status: { purchaseJourneyStatusCode: 'AGREEMENT' } }),
        outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0 },
      })
    const opened = () => container.querySelector('form[aria-label="Hand the car over"]')
    server.purchase = agreed('one')
    signIn(1)
    await open()
    await press('Hand the car over')
    server.purchase = agreed('another')
    await endAndSignIn(1)
    expect(opened()).toBeNull()
    expect(container.textContent).toContain('Hand the car over')
  })

  test('shows another member of staff no form', async () => {
    await fillIn()
    await endAndSignIn(2)

    expect(form()).toBeNull()
    await press('Record a receipt')
    expect(form()?.querySelector('input')?.value).toBe('')
  })
})

test('a refund that did not go through can be repeated, or recorded as a transfer', async () => {
  server.purchase = aPurchase({
    refunds: [
      {
        refundId: 'r1',
        paymentId: 'p1',
        purchaseJourneyId: 'j1',
        source: 'CREDITCARD',
        amountCents: 100_000,
        reason: 'CANCELLED',
        status: 'BY_HAND',
        failure: 'expired card',
        canRepeat: true,
        created: '2026-11-23T00:00:00.000Z',
      },
    ],
  })
  await open()
  expect(container.textContent).toContain('didn’t go through: expired card')
  expect(container.textContent).toContain('Sent by bank transfer')
  await press('Refund to the card again $1,000')
  await press('Refund again')
  await press('Yes, refund again')
  expect(posts().map(({ url }) => url)).toEqual([
    expect.stringContaining('/staff/refunds/r1/repeat'),
  ])
})

test('settling a lost dispute takes a note, and the hand-over waits for it', async () => {
  server.purchase = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'AGREEMENT' } }),
    outstanding: { depositCents: 0, balanceCents: 0, lenderCents: 0 },
    disputes: [
      {
        disputeId: 'dp_1',
        purchaseJourneyId: 'j1',
        paymentId: 'p1',
        amountCents: 100_000,
        status: 'LOST',
        reason: 'fraudulent',
        respondBy: null,
        opened: '2026-11-23T00:00:00.000Z',
        isWaiting: true,
      },
    ],
  })
  await open()
  expect(container.textContent).toContain('The customer’s bank has taken back $1,000.')
  await press('Mark as settled the dispute about $1,000')
  await press('Mark as settled')
  expect(container.textContent).toContain('Please enter how it was settled')
  await type('How it was settled', 'Paid again by transfer')
  await press('Mark as settled')
  await press('Yes, mark as settled')
  expect(posts()).toMatchObject([{ body: { note: 'Paid again by transfer' } }])
})
