import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, vi } from 'vitest'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { fakeCall, failing, ok, problem } from '#tests/builders/fake-call.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { createJourneyUpdates } from './journey-updates.ts'
import { $storedPurchase } from '#stores/session/session.ts'

// The updates of a journey before a server of their own, for their tests.

beforeEach(() => {
  vi.useFakeTimers()
  $storedPurchase.set(undefined)
})
afterEach(() => {
  toast.removeAll()
  vi.useRealTimers()
})

/** A server that keeps one journey, and takes 50 ms to answer. */
export function server(journey: PurchaseJourney = aJourney()) {
  const state = {
    journey,
    refuse: null as ReturnType<typeof problem> | null,
    stale: () =>
      failing({
        kind: 'problem',
        status: 412,
        problem: { messages: [], current: state.journey },
      }),
  }
  const later = <T>(value: T) => new Promise<T>((done) => setTimeout(() => done(value), 50))
  const fake = fakeCall({
    updatePurchaseJourney: ({ body, ifMatch }) => {
      if (state.refuse) return later(state.refuse)
      if (ifMatch !== `"v${state.journey.version}"`) return later(state.stale())
      const { metadata: _steps, ...fields } = body as JourneyPatch
      state.journey = {
        ...state.journey,
        ...(fields as Partial<PurchaseJourney>),
        version: state.journey.version + 1,
      }
      return later(ok(state.journey))
    },
    getPurchaseJourney: () => later(ok(state.journey)),
  })
  const updates = createJourneyUpdates(fake.call)
  const patches = () =>
    fake.sent.filter(({ name }) => name === 'updatePurchaseJourney').map(({ body }) => body)
  return { ...updates, ...fake, state, patches }
}
