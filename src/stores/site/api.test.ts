import { expect, test } from 'vitest'
import { confirmPurchase, getPurchaseJourney } from '#lib/purchases/calls.ts'
import { failing, fakeCall, ok, problem, unreachable } from '#tests/builders/fake-call.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { withIdempotency } from './api.ts'

const confirmation = (acceptedTotalCents: number) => ({
  params: { id: 'journey-1' },
  body: { acceptedTotalCents, termsVersion: '1', signatureName: 'Mia Harris' },
})

function client(...answers: unknown[]) {
  const fake = fakeCall({
    confirmPurchase: () => (answers.shift() ?? ok(aJourney())) as never,
    getPurchaseJourney: () => ok(aJourney()),
  })
  let made = 0
  const call = withIdempotency(fake.call, () => `key-${++made}`)
  return { call, keys: () => fake.sent.map(({ idempotencyKey }) => idempotencyKey) }
}

test('a repetition after no answer or a server error is the same call', async () => {
  const { call, keys } = client(unreachable, problem(503))
  for (let tries = 0; tries < 3; tries++) await call(confirmPurchase, confirmation(100))
  expect(keys()).toEqual(['key-1', 'key-1', 'key-1'])
})

test('a repetition after a success that could not be read is the same call', async () => {
  const { call, keys } = client(failing({ kind: 'unreadable', status: 200 }))
  for (let tries = 0; tries < 2; tries++) await call(confirmPurchase, confirmation(100))
  expect(keys()).toEqual(['key-1', 'key-1'])
})

test('a call after an answer is a new one', async () => {
  const { call, keys } = client(ok(aJourney()), problem(409))
  for (let tries = 0; tries < 3; tries++) await call(confirmPurchase, confirmation(100))
  expect(keys()).toEqual(['key-1', 'key-2', 'key-3'])
})

test('two presses of one button are one call, another amount is another', async () => {
  const { call, keys } = client()
  await Promise.all([
    call(confirmPurchase, confirmation(100)),
    call(confirmPurchase, confirmation(100)),
    call(confirmPurchase, confirmation(200)),
  ])
  expect(keys()).toEqual(['key-1', 'key-1', 'key-2'])
})

test('a repetition that is based on another version is another call', async () => {
  const { call, keys } = client(unreachable, unreachable)
  for (const ifMatch of ['"v1"', '"v1"', '"v2"'])
    await call(confirmPurchase, { ...confirmation(100), ifMatch })
  expect(keys()).toEqual(['key-1', 'key-1', 'key-2'])
})

test('a call that only reads has no key', async () => {
  const { call, keys } = client()
  await call(getPurchaseJourney, { params: { id: 'journey-1' } })
  expect(keys()).toEqual([undefined])
})
