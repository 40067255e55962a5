// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stepsFor, stepFacts } from '#lib/purchases/journey-steps.ts'
import { failing, fakeCall, ok, problem } from '#tests/builders/fake-call.ts'
import { aCustomer, aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { showJourney } from '#stores/journey/journey-updates.ts'
import { $ownerDraft, keepOwnerDraft, startNewJourney } from '#stores/journey/new-journey.ts'
import { $purchaseSlice } from '#stores/journey/purchase-store.ts'
import { keepForStart } from '#stores/quote/quote-calls.ts'
import { sendActing } from '#stores/session/acting.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { solvePuzzle } from '#stores/sign-in/puzzle.ts'
import { confirmRegistration } from '#stores/sign-in/sign-in.ts'
import { formDrafts } from './form-drafts.ts'
import { keepConfig } from './site-config.ts'

// In front of an API that serves the specification's calls alone.
beforeEach(() => {
  document.documentElement.dataset.ownApi = ''
})
afterEach(() => {
  delete document.documentElement.dataset.ownApi
  setAccessToken(null)
})

const quote = aQuote({ quoteId: 'anon-1', customerId: null, anonymousQuote: true })

test('a visitor’s quote, which cannot be read again, starts a purchase by what was chosen', async () => {
  showJourney(null)
  keepForStart(quote)
  // The page is opened a second time: the quote itself was handed over to the first.
  sessionStorage.clear()
  const { call, sent } = fakeCall({
    getQuote: () => failing({ kind: 'signed-out' }),
    calculateQuote: () => ok(quote),
  })
  const journey = await startNewJourney(quote.request.kdcd, 'anon-1', call)
  expect(journey?.currentQuote.quoteId).toBe('anon-1')
  expect(sent[1]).toMatchObject({ name: 'calculateQuote', body: quote.request })
})

test('a car that is built is bought without the details that were typed for another', async () => {
  showJourney(null)
  keepForStart(quote)
  const { call } = fakeCall({ getQuote: () => ok(quote), calculateQuote: () => ok(quote) })
  await startNewJourney(quote.request.kdcd, 'anon-1', call)
  keepOwnerDraft({ firstName: 'Hinewai' })
  expect($ownerDraft.get()).toEqual({ firstName: 'Hinewai' })
  const savedAtMs = $purchaseSlice.get().savedAtMs!
  vi.setSystemTime(savedAtMs + 1000)
  // Opening it again is no change.
  showJourney(null)
  await startNewJourney('', '', call)
  expect($purchaseSlice.get().savedAtMs).toBe(savedAtMs)
  formDrafts.keep('trade-in new-quote new', { make: 'Tarvane' })
  keepForStart(quote)
  await startNewJourney(quote.request.kdcd, 'anon-1', call)
  expect(formDrafts.before('trade-in new-quote new')).toBeUndefined()
  expect($ownerDraft.get()).toBeNull()
  vi.useRealTimers()
})

test('a quote becomes the customer’s by saving what was chosen, with one key', async () => {
  showJourney(null)
  keepForStart(quote)
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  const { call, sent, names } = fakeCall({
    getQuote: () => ok(quote),
    saveQuote: () => ok(aQuote({ quoteId: 'own-1' })),
    createPurchaseJourney: () => ok(aJourney()),
    getPurchaseJourney: () => ok(aJourney()),
  })
  await startNewJourney(quote.request.kdcd, 'anon-1', call)
  expect(names()).toEqual(['getQuote', 'saveQuote', 'createPurchaseJourney', 'getPurchaseJourney'])
  expect(sent[1]).toMatchObject({
    body: { ...quote.request, customerId: 7 },
    idempotencyKey: 'anon-1-7',
  })
})

test('staff act for a customer in this browser only, and no puzzle is asked for', async () => {
  const { call, sent } = fakeCall({})
  await sendActing(aCustomer(), call)
  expect(await solvePuzzle(call)).toMatchObject({ ok: false })
  expect(sent).toEqual([])
})

test('a code signs in with the specification’s fields', async () => {
  keepConfig({ clientId: 'pages', clientSecret: 'public' } as never)
  const { call, sent } = fakeCall({
    getConfig: () => ok({ clientId: 'pages', clientSecret: 'public' }),
    token: () => problem(400),
  })
  await confirmRegistration({ email: 'mia@mail.example', password: 'chosen' }, '123456', call)
  const { body } = sent.find(({ name }) => name === 'token')!
  expect(body).toEqual({
    grant_type: 'password',
    username: 'mia@mail.example',
    password: '123456',
    client_id: 'pages',
    client_secret: 'public',
  })
})

test('finance is applied for with the dealer: its step is not there', () => {
  const loan = aJourney({ currentQuote: aQuote({ payOption: 'LOANCLASIC' }) })
  const steps = () => stepsFor(stepFacts(loan)).map(({ step }) => step)
  expect(steps()).not.toContain('finance')
  delete document.documentElement.dataset.ownApi
  expect(steps()).toContain('finance')
})
