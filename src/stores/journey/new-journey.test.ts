import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import { fakeCall, ok, problem } from '#tests/builders/fake-call.ts'
import { aCustomer, aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { $journey, showJourney } from './journey-updates.ts'
import { updateJourney } from './journey.ts'
import { $ownerDraft, keepOwnerDraft, startNewJourney, takeOverNewJourney } from './new-journey.ts'
import { $purchaseSlice } from './purchase-store.ts'
import { $storedPurchase, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import * as toasts from '#stores/site/toasts.ts'

const anonymous = aQuote({
  quoteId: 'anon-1',
  customerId: null,
  anonymousQuote: true,
  customerName: 'Anonymous Anonymous',
  customerEmail: 'anonymous@quote.invalid',
})
const copy = aQuote({ quoteId: 'copy-1' })
const saved = aJourney({ currentQuote: copy, outletCode: 'AKL' })
const mia: CurrentUser = { type: 'CUSTOMER', staff: null, customer: aCustomer() }
const vehicle = {
  registration: 'TOI101',
  make: 'Coastline',
  model: 'Drifter',
  year: 2018,
  odometerKm: 84_000,
  owingCents: 0,
}

const signInMia = () => {
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 })
  setCurrentUser(mia)
}

const visitor = (more: Parameters<typeof fakeCall>[0] = {}) =>
  fakeCall({ getQuote: () => ok(anonymous), ...more })

const taker = (more: Parameters<typeof fakeCall>[0] = {}) =>
  visitor({
    copyQuote: () => ok(copy),
    createPurchaseJourney: () => ok(saved),
    getPurchaseJourney: () => ok(saved),
    ...more,
  })

let said: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  showJourney(null)
  setAccessToken(null)
  said = vi.spyOn(toasts, 'addToast')
})
afterEach(() => {
  vi.useRealTimers()
})

describe('without a customer', () => {
  // Specification §3: a new unsaved journey
  test('§3, §4 a purchase starts here, under the placeholder id and customer', async () => {
    const { call, sent } = visitor()
    expect(await startNewJourney('TN27H-B', 'anon-1', call)).toMatchObject({
      id: 'new-quote',
      status: { purchaseJourneyStatusCode: 'STARTED' },
      currentQuote: { quoteId: 'anon-1' },
      customer: { id: -1, customerType: 'INDIVIDUAL', name: { firstName: '', lastName: '' } },
      paymentMetadata: { canPayDeposit: false, depositCents: 100_000 },
    })
    expect(sent).toEqual([{ name: 'getQuote', params: { id: 'anon-1' } }])
  })

  test('an option without a quote is priced for cash, anonymously', async () => {
    const { call, sent } = fakeCall({ calculateQuote: () => ok(anonymous) })
    await startNewJourney('TN27H-B', '', call)
    expect(sent).toEqual([
      {
        name: 'calculateQuote',
        body: {
          kdcd: 'TN27H-B',
          payOption: 'CASH',
          customerId: null,
          anonymousQuote: true,
          customerName: 'Anonymous Anonymous',
          customerEmail: 'anonymous@quote.invalid',
        },
      },
    ])
  })

  test('a reload keeps everything that was entered', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    await updateJourney({ tradeInformation: { vehicles: [vehicle] } })
    await updateJourney({ metadata: { furthestStep: 'owner-details' } })
    keepOwnerDraft({ firstName: 'Mia', email: 'mia@example.nz' })
    showJourney(null)

    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    expect($journey.get()).toMatchObject({
      tradeInformation: { vehicles: [{ registration: 'TOI101', status: 'TRADE_ADDED' }] },
      metadata: { furthestStep: 'owner-details' },
    })
    expect($ownerDraft.get()).toEqual({ firstName: 'Mia', email: 'mia@example.nz' })
  })

  test('coming back without naming a car continues too', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    showJourney(null)
    expect((await startNewJourney('', '', visitor().call))?.id).toBe('new-quote')
  })

  test('another quote starts a new purchase', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    keepOwnerDraft({ firstName: 'Mia' })
    await updateJourney({ outletCode: 'AKL' })
    await startNewJourney('CV27E-A', 'anon-2', visitor().call)
    expect($journey.get()?.outletCode).toBeNull()
    expect($ownerDraft.get()).toBeNull()
  })

  test('a quote that this browser can no longer read is calculated again from its choices', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    showJourney(null)
    const again = { ...anonymous, quoteId: 'anon-9' }
    const { call, sent } = fakeCall({
      getQuote: () => problem(404),
      calculateQuote: () => ok(again),
    })
    expect((await startNewJourney('TN27H-B', 'anon-1', call))?.currentQuote.quoteId).toBe('anon-9')
    expect(sent[1]?.body).toMatchObject({ kdcd: 'TN27H-B', colourCode: 'RDB' })
  })

  // Specification §8: new-quote set-up failure
  test('a car that is not in the catalogue has a plain message', async () => {
    const { call } = fakeCall({
      calculateQuote: () => problem(400, 'is not in the catalogue', 'kdcd'),
    })
    expect(await startNewJourney('ZZZ', '', call)).toBeNull()
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: 'We couldn’t find that car. It may no longer be in our range.',
    })
  })

  test('§8 a failure is said in its own words', async () => {
    const { call } = fakeCall({ getQuote: () => problem(404, 'We could not find it.') })
    expect(await startNewJourney('TN27H-B', 'gone', call)).toBeNull()
    expect(said).toHaveBeenCalledWith({ kind: 'warning', text: 'We could not find it.' })
  })

  test('without a car or a quote no purchase starts', async () => {
    expect(await startNewJourney('', '', fakeCall({}).call)).toBeNull()
    expect(said).not.toHaveBeenCalled()
  })

  test('a licence or a date of birth typed into owner details is not stored', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    keepOwnerDraft({ firstName: 'Mia', dateOfBirth: '1990-01-01' } as object)
    expect($storedPurchase.get()).not.toContain('1990')
  })
})

// Specification §4 and decision 28
describe('when a customer comes', () => {
  test('§4 quote, journey and typed details become the customer’s', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    await updateJourney({ outletCode: 'AKL', tradeInformation: { vehicles: [vehicle] } })
    keepOwnerDraft({ firstName: 'Mia' })
    signInMia()

    const { call, sent } = taker()
    expect((await takeOverNewJourney(call))?.id).toBe('journey-1')
    expect(sent).toEqual([
      { name: 'copyQuote', params: { id: 'anon-1' }, body: { customerId: 7 } },
      {
        name: 'createPurchaseJourney',
        params: { id: 7 },
        body: {
          quoteId: 'copy-1',
          outletCode: 'AKL',
          tradeInformation: { vehicles: [vehicle] },
        },
      },
      { name: 'getPurchaseJourney', params: { id: 'journey-1' } },
    ])
    expect($ownerDraft.get()).toEqual({ firstName: 'Mia' })
    expect($purchaseSlice.get().newPurchase).toBeNull()
  })

  test('§4 when creation fails the purchase continues with the copied quote', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    signInMia()
    const { call, names } = taker({
      createPurchaseJourney: () => problem(409, 'You have already started this purchase'),
      listPurchaseJourneys: () =>
        ok({
          purchaseJourneyList: [
            { purchaseJourneyId: 'other', quote: aQuote({ quoteId: 'quote-5' }) },
            { purchaseJourneyId: 'journey-1', quote: copy },
          ],
        }),
    })
    expect((await takeOverNewJourney(call))?.id).toBe('journey-1')
    expect(names()).toEqual([
      'copyQuote',
      'createPurchaseJourney',
      'listPurchaseJourneys',
      'getPurchaseJourney',
    ])
    expect(said).not.toHaveBeenCalled()
  })

  test('§4 when none matches, the error is raised and nothing is lost', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    keepOwnerDraft({ firstName: 'Mia' })
    signInMia()
    const { call } = taker({
      createPurchaseJourney: () => problem(422, 'This quote has expired.'),
      listPurchaseJourneys: () => ok({ purchaseJourneyList: [] }),
    })
    expect(await takeOverNewJourney(call)).toBeNull()
    expect(said).toHaveBeenCalledWith({ kind: 'warning', text: 'This quote has expired.' })
    expect($journey.get()?.id).toBe('new-quote')
    expect($ownerDraft.get()).toEqual({ firstName: 'Mia' })
  })

  test('two calls at once create one purchase', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    signInMia()
    const { call, names } = taker()
    await Promise.all([takeOverNewJourney(call), takeOverNewJourney(call)])
    expect(names().filter((name) => name === 'createPurchaseJourney')).toHaveLength(1)
  })

  test('a customer who is there from the start gets a purchase on the server', async () => {
    signInMia()
    const { call, names } = taker()
    expect((await startNewJourney('TN27H-B', 'anon-1', call))?.id).toBe('journey-1')
    expect(names()).toEqual([
      'getQuote',
      'copyQuote',
      'createPurchaseJourney',
      'getPurchaseJourney',
    ])
  })

  test('§4, §9 a user who cannot be fetched is waited for five seconds, and taken over when they come', async () => {
    vi.useFakeTimers()
    setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 })
    const { call } = visitor({ getCurrentUser: () => new Promise(() => {}) })
    const opened = vi.fn()
    void startNewJourney('TN27H-B', 'anon-1', call).then(opened)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(opened).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(opened).toHaveBeenCalledOnce()
    expect($journey.get()?.id).toBe('new-quote')
  })

  test('a car without a quote is quoted as the customer’s own, which needs no copy', async () => {
    signInMia()
    const { call, sent } = taker({ saveQuote: () => ok(copy), getCustomer: () => ok(aCustomer()) })
    expect((await startNewJourney('TN27H-B', '', call))?.id).toBe('journey-1')
    expect(sent.filter(({ name }) => /quote/i.test(name))).toEqual([
      {
        name: 'saveQuote',
        body: {
          kdcd: 'TN27H-B',
          payOption: 'CASH',
          customerId: 7,
          anonymousQuote: false,
          customerName: expect.stringContaining(aCustomer().name.firstName),
          customerEmail: aCustomer().email,
        },
      },
    ])
  })

  test('where no more quotes can be saved, the car still opens, unsaved', async () => {
    signInMia()
    const { call } = taker({
      getCustomer: () => ok(aCustomer()),
      saveQuote: () => problem(429, 'You’ve saved many quotes today.'),
      calculateQuote: () => ok(anonymous),
      copyQuote: () => problem(429, 'You’ve saved many quotes today.'),
    })
    await startNewJourney('TN27H-B', '', call)
    expect($journey.get()).toMatchObject({ id: 'new-quote', currentQuote: { quoteId: 'anon-1' } })
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: 'You’ve saved many quotes today.',
    })
  })

  test('a quote of the customer’s own is not copied', async () => {
    signInMia()
    const { call, names } = taker({ getQuote: () => ok(copy) })
    await startNewJourney('TN27H-B', 'copy-1', call)
    expect(names()).not.toContain('copyQuote')
  })

  test('signing out during creation leaves no purchase', async () => {
    await startNewJourney('TN27H-B', 'anon-1', visitor().call)
    signInMia()
    const { call } = taker({
      createPurchaseJourney: () => {
        setAccessToken(null)
        return ok(saved)
      },
    })
    expect(await takeOverNewJourney(call)).toBeNull()
    expect($storedPurchase.get()).toBeUndefined()
  })
})
