// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { aPurchase, container, server, open, press, type, posts } from './Purchase.fixture.tsx'

const saveBase64 = vi.hoisted(() => vi.fn())
vi.mock('#ui/save-file.ts', () => ({ saveBase64 }))

test('an agreement is issued for the version shown, and accepting on paper needs a note', async () => {
  server.purchase = aPurchase({
    journey: aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' }, version: 4 }),
    outstanding: { depositCents: 0, balanceCents: 4_344_000, lenderCents: 0 },
  })
  await open()
  await press('Issue the agreement')
  await press('Issue it')
  expect(posts()).toMatchObject([{ headers: { 'if-match': '"v4"' } }])
  await press('Record acceptance on paper')
  await press('Record it')
  expect(container.textContent).toContain(
    'Please say who signed, when, and where the paper is kept',
  )
  await type('Signed by', 'Mia, at the counter. Red folder.')
  await press('Record it')
  await press('Yes, record it')
  expect(posts().at(-1)).toMatchObject({
    headers: { 'if-match': '"v4"' },
    body: { event: 'agreement-accepted', note: 'Mia, at the counter. Red folder.' },
  })
})

test('the present agreement can be saved before another is issued', async () => {
  const journey = aJourney({ status: { purchaseJourneyStatusCode: 'CONFIRMED' } })
  server.purchase = aPurchase({
    journey: { ...journey, metadata: { ...journey.metadata, hasAgreement: true } },
    outstanding: { depositCents: 0, balanceCents: 4_344_000, lenderCents: 0 },
  })
  await open()
  await press('Issue the agreement again')
  await press('The agreement the customer has, PDF')
  expect(saveBase64).toHaveBeenCalledWith('a.pdf', 'application/pdf', 'QQ==')
  expect(posts()).toEqual([])
})
