// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { unreachable } from '#tests/builders/fake-call.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { $purchaseSlice } from './purchase-store.ts'
import { $storedPurchase } from '#stores/session/session.ts'
import { server } from './journey-updates.fixture.ts'

describe('kept in the browser', () => {
  test('until it is acknowledged, without finance answers', async () => {
    const { showJourney, updateSaved, state } = server()
    state.refuse = unreachable
    showJourney(aJourney())
    void updateSaved({
      outletCode: 'A',
      financeApplication: { income: { incomeAfterTaxCents: 777_000 } },
    })
    await vi.advanceTimersByTimeAsync(60)
    expect($purchaseSlice.get().pending['journey-1']).toMatchObject({
      patch: { outletCode: 'A' },
      version: 1,
    })
    expect($storedPurchase.get()).not.toContain('777')
    state.refuse = null
    await vi.advanceTimersByTimeAsync(6000)
    expect($purchaseSlice.get().pending).toEqual({})
  })

  test('the next visit continues with it', async () => {
    const first = server()
    first.state.refuse = unreachable
    first.showJourney(aJourney())
    void first.updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    first.showJourney(null)

    const second = server()
    second.showJourney(aJourney())
    expect(second.$journey.get()?.outletCode).toBe('A')
    await vi.advanceTimersByTimeAsync(60)
    expect(second.state.journey.outletCode).toBe('A')
    expect($purchaseSlice.get().pending).toEqual({})
  })

  test('a change that did arrive is not sent twice', async () => {
    const first = server()
    first.state.refuse = unreachable
    first.showJourney(aJourney())
    void first.updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    first.showJourney(null)

    const second = server()
    second.showJourney(aJourney({ version: 2, outletCode: 'A' }))
    await vi.advanceTimersByTimeAsync(6000)
    expect(second.patches()).toEqual([])
  })

  test('a purchase that can no longer be changed forgets it', () => {
    const first = server()
    first.state.refuse = unreachable
    first.showJourney(aJourney())
    void first.updateSaved({ outletCode: 'A' })
    first.showJourney(null)

    const second = server()
    second.showJourney(aJourney({ version: 2, status: { purchaseJourneyStatusCode: 'CONFIRMED' } }))
    expect(second.$journey.get()?.outletCode).toBeNull()
    expect($purchaseSlice.get().pending).toEqual({})
  })
})

test('unsent changes are sent once as the page is left', async () => {
  const { showJourney, updateSaved, keepUpdates, sent } = server()
  const stop = keepUpdates()
  showJourney(aJourney())
  void updateSaved({ outletCode: 'A' })
  await vi.advanceTimersByTimeAsync(60)
  void updateSaved({ outletCode: 'B' })
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pagehide'))
  expect(sent.at(-1)).toMatchObject({ body: { outletCode: 'B' }, keepalive: true })
  expect(sent).toHaveLength(2)
  stop()
})

describe('when the session ends', () => {
  test('unsent changes are sent at once, while there is still a token', async () => {
    const { showJourney, updateSaved, sendLast, sent } = server()
    showJourney(aJourney())
    void updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    void updateSaved({ outletCode: 'B' })
    void sendLast()
    expect(sent.at(-1)).toMatchObject({ body: { outletCode: 'B' }, ifMatch: '"v2"' })
  })

  test('also after an update on its way, whose version is not known yet', async () => {
    const { showJourney, updateSaved, sendLast, sent } = server()
    showJourney(aJourney())
    void updateSaved({ outletCode: 'A' })
    void updateSaved({ outletCode: 'B' })
    void sendLast()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toMatchObject({ body: { outletCode: 'B' } })
    expect(sent[1]).not.toHaveProperty('ifMatch')
  })
})
