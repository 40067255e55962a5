import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'
import { $quoteDraft, chooseConfiguration, isSameConfiguration } from './quote.ts'
import { confirmPrice, emailConfiguration, saveConfiguration } from './quote-calls.ts'

let cars = 0
let request: PricedRequest
let red: PricedRequest

const quote = (quoteId: string, expires = '2999-01-01T00:00:00Z') =>
  ({ quoteId, expires, customerId: null }) as Quote

/** An API that answers on demand, and the requests it got. */
function fakeApi() {
  const asked: { name: string; body: unknown }[] = []
  const waiting: ((result: Result<unknown>) => void)[] = []
  const call = ((endpoint: { name: string }, input?: { body?: unknown }) => {
    asked.push({ name: endpoint.name, body: input?.body })
    return new Promise((answer) => waiting.push(answer))
  }) as unknown as ApiCall
  const settle = async (result: Result<unknown>) => {
    waiting.shift()?.(result)
    await Promise.resolve()
    await Promise.resolve()
    await new Promise((done) => setTimeout(done))
  }
  return {
    call,
    asked,
    answer: (value: unknown) => settle({ ok: true, value }),
    fail: () => settle({ ok: false, failure: { kind: 'network', reason: 'failed' } }),
  }
}

// Another car in each test, since calls for the same one share their answer.
beforeEach(() => {
  request = {
    kdcd: `CAR-${++cars}`,
    colourCode: 'WHS',
    interiorCode: 'CLB',
    accessoryCodes: ['MATS', 'DASH'],
    servicePlanCode: null,
    payOption: 'CASH',
  }
  red = { ...request, colourCode: 'RDB' }
  chooseConfiguration(request)
})

test('the order of accessories does not make another configuration', () => {
  expect(isSameConfiguration(request, { ...request, accessoryCodes: ['DASH', 'MATS'] })).toBe(true)
  expect(isSameConfiguration(request, { ...request, servicePlanCode: undefined })).toBe(true)
  expect(isSameConfiguration(request, red)).toBe(false)
  expect(
    isSameConfiguration(request, {
      ...request,
      finance: { depositCents: 1, termMonths: 12, frequency: 'Weekly' },
    }),
  ).toBe(false)
})

describe('the server’s price', () => {
  test('is asked for once, and kept', async () => {
    const api = fakeApi()
    const answers = [confirmPrice(api.call), confirmPrice(api.call)]
    await api.answer(quote('q1'))

    expect((await Promise.all(answers)).map((answer) => answer.ok)).toEqual([true, true])
    expect(await confirmPrice(api.call)).toMatchObject({ value: { quoteId: 'q1' } })
    expect(api.asked.map(({ name }) => name)).toEqual(['calculateQuote'])
    expect($quoteDraft.get().quote?.quoteId).toBe('q1')
  })

  test('§4 travels with the placeholders of an anonymous visitor', () => {
    const api = fakeApi()
    void confirmPrice(api.call)
    expect(api.asked[0]?.body).toEqual({
      ...request,
      newUsed: 'NEW',
      customerId: null,
      anonymousQuote: true,
      customerName: 'Anonymous Anonymous',
      customerEmail: 'anonymous@quote.invalid',
    })
  })

  test('of an earlier choice does not count for the current one', async () => {
    const api = fakeApi()
    void confirmPrice(api.call)
    chooseConfiguration(red)
    await api.answer(quote('q1'))
    expect($quoteDraft.get()).toEqual({ request: red, quote: null })
  })

  test('is dropped by another choice, and kept by the same one', async () => {
    const api = fakeApi()
    void confirmPrice(api.call)
    await api.answer(quote('q1'))
    chooseConfiguration({ ...request, accessoryCodes: ['DASH', 'MATS'] })
    expect($quoteDraft.get().quote?.quoteId).toBe('q1')
    chooseConfiguration(red)
    expect($quoteDraft.get().quote).toBeNull()
  })

  test('is asked for again when the quote has expired', async () => {
    const api = fakeApi()
    chooseConfiguration(request, quote('old', '2020-01-01T00:00:00Z'))
    void confirmPrice(api.call)
    await api.answer(quote('new'))
    expect($quoteDraft.get().quote?.quoteId).toBe('new')
  })

  test('can be asked for again after a failure', async () => {
    const api = fakeApi()
    const first = confirmPrice(api.call)
    await api.fail()
    expect((await first).ok).toBe(false)
    void confirmPrice(api.call)
    expect(api.asked).toHaveLength(2)
  })
})

describe('saving', () => {
  test('prices, then makes the quote the customer’s', async () => {
    const api = fakeApi()
    const saved = saveConfiguration(api.call)
    await api.answer(quote('draft'))
    await api.answer(quote('mine'))

    expect((await saved)?.quoteId).toBe('mine')
    expect(api.asked.map(({ name }) => name)).toEqual(['calculateQuote', 'saveQuote'])
    expect(api.asked[1]?.body).toEqual({ quoteId: 'draft', customerId: undefined })
    expect($quoteDraft.get().quote?.quoteId).toBe('mine')
  })

  test('that fails keeps everything as it was', async () => {
    const api = fakeApi()
    const saved = saveConfiguration(api.call)
    await api.answer(quote('draft'))
    await api.fail()

    expect(await saved).toBeNull()
    expect($quoteDraft.get()).toMatchObject({ request, quote: { quoteId: 'draft' } })
  })

  test('comes before emailing', async () => {
    const api = fakeApi()
    const sent = emailConfiguration(api.call)
    await api.answer(quote('draft'))
    await api.answer(quote('mine'))
    await api.answer({ queued: true })

    expect(await sent).toBe(true)
    expect(api.asked.map(({ name }) => name)).toEqual(['calculateQuote', 'saveQuote', 'emailQuote'])
    expect(api.asked[2]?.body).toEqual({ quoteId: 'mine' })
  })
})
