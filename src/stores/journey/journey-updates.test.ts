// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { failing, problem, unreachable } from '#tests/builders/fake-call.ts'
import { aJourney } from '#tests/builders/purchase-journey.ts'
import { $purchaseSlice } from './purchase-store.ts'
import * as toasts from '#stores/site/toasts.ts'
import { server } from './journey-updates.fixture.ts'

test('§4, §9 a burst is sent as its first and its last, five seconds apart', async () => {
  const { showJourney, updateSaved, patches, $journey } = server()
  showJourney(aJourney())
  const all = Promise.all(['A', 'B', 'C'].map((outletCode) => updateSaved({ outletCode })))
  expect(patches()).toEqual([{ outletCode: 'A' }])
  expect($journey.get()?.outletCode).toBe('C')
  await vi.advanceTimersByTimeAsync(4999)
  expect(patches()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(patches()).toEqual([{ outletCode: 'A' }, { outletCode: 'C' }])
  expect(await all).toEqual([true, true, true])
  expect($journey.get()).toMatchObject({ outletCode: 'C', version: 3 })
})

test('different fields merge into one update', async () => {
  const { showJourney, updateSaved, patches } = server()
  showJourney(aJourney())
  void updateSaved({ metadata: { furthestStep: 'quote' } })
  void updateSaved({ outletCode: 'A' })
  void updateSaved({ metadata: { furthestStep: 'owner-details' } })
  await vi.advanceTimersByTimeAsync(6000)
  expect(patches()[1]).toEqual({ outletCode: 'A', metadata: { furthestStep: 'owner-details' } })
})

describe('a low-priority change', () => {
  const furthest = { metadata: { furthestStep: 'quote' } } as const

  test('is sent with the next one, which does not wait for it', async () => {
    const { showJourney, updateSaved, updateLater, patches } = server()
    showJourney(aJourney())
    updateLater(furthest)
    expect(patches()).toEqual([])
    await vi.advanceTimersByTimeAsync(3000)
    void updateSaved({ outletCode: 'A' })
    expect(patches()).toEqual([{ outletCode: 'A', ...furthest }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(patches()).toHaveLength(1)
  })

  test('is sent on its own when none follows', async () => {
    const { showJourney, updateLater, patches } = server()
    showJourney(aJourney())
    updateLater(furthest)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(patches()).toEqual([furthest])
  })

  test('is sent before a confirmation, and kept for the next visit', async () => {
    const { showJourney, updateLater, flushJourney, patches } = server()
    showJourney(aJourney())
    updateLater(furthest)
    expect($purchaseSlice.get().pending['journey-1']?.patch).toEqual(furthest)
    void flushJourney()
    expect(patches()).toEqual([furthest])
  })
})

test('flushing waits until everything has arrived, and keeps to the limit', async () => {
  const { showJourney, updateSaved, flushJourney, patches, state } = server()
  showJourney(aJourney())
  void updateSaved({ outletCode: 'A' })
  void updateSaved({ outletCode: 'B' })
  const flushed = flushJourney()
  await vi.advanceTimersByTimeAsync(4000)
  expect(patches()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1100)
  expect(await flushed).toBe(true)
  expect(state.journey.outletCode).toBe('B')
})

test('flushing with nothing to send is done at once', async () => {
  const { showJourney, updateSaved, flushJourney } = server()
  showJourney(aJourney())
  expect(await flushJourney()).toBe(true)
  void updateSaved({ outletCode: 'A' })
  const flushed = flushJourney()
  await vi.advanceTimersByTimeAsync(60)
  expect(await flushed).toBe(true)
})

describe('without an answer', () => {
  test('§8 the change is kept, said once, and tried again with longer and longer pauses', async () => {
    const said = vi.spyOn(toasts, 'addToast')
    const { showJourney, updateSaved, patches, state, $saveState, $journey } = server()
    state.refuse = unreachable
    showJourney(aJourney())
    const first = updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    expect(await first).toBe(false)
    expect($saveState.get()).toBe('unsent')
    expect($journey.get()?.outletCode).toBe('A')
    await vi.advanceTimersByTimeAsync(5000)
    expect(patches()).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(9900)
    expect(patches()).toHaveLength(2)
    state.refuse = null
    await vi.advanceTimersByTimeAsync(200)
    expect(patches()).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(100)
    expect(state.journey.outletCode).toBe('A')
    expect($saveState.get()).toBe('saved')
    expect(said.mock.calls).toEqual([
      [
        {
          kind: 'warning',
          text: 'An error occurred while updating your purchase: We couldn’t reach the server. Please check your connection and try again.',
        },
      ],
    ])
  })

  test('§8 journey update failure: a warning toast for each change that fails, and none for retries', async () => {
    const said = vi.spyOn(toasts, 'addToast')
    const { showJourney, updateSaved, updateLater, flushJourney, patches, state } = server()
    const failed = [
      {
        kind: 'warning',
        text: 'An error occurred while updating your purchase: We couldn’t reach the server. Please check your connection and try again.',
      },
    ]
    state.refuse = unreachable
    showJourney(aJourney())
    void updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    expect(said.mock.calls).toEqual([failed])
    // Two retries, after 5 and 10 seconds.
    await vi.advanceTimersByTimeAsync(16_000)
    expect(patches()).toHaveLength(3)
    expect(said.mock.calls).toEqual([failed])

    const second = updateSaved({ outletCode: 'B' })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await second).toBe(false)
    expect(said.mock.calls).toEqual([failed, failed])

    // The next action waits for the change, and sees that it failed.
    const flushed = flushJourney()
    await vi.advanceTimersByTimeAsync(6000)
    expect(await flushed).toBe(false)
    expect(said).toHaveBeenCalledTimes(3)

    updateLater({ outletCode: 'C' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(said).toHaveBeenCalledTimes(4)
  })

  test('§8 a change made while another one is on its way is said when its own try fails', async () => {
    const said = vi.spyOn(toasts, 'addToast')
    const { showJourney, updateSaved, state } = server()
    state.refuse = unreachable
    showJourney(aJourney())
    void updateSaved({ outletCode: 'A' })
    void updateSaved({ outletCode: 'B' })
    await vi.advanceTimersByTimeAsync(60)
    expect(said).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5000)
    expect(said).toHaveBeenCalledTimes(2)
  })

  test('§8 a retry that is refused says that the change is dropped', async () => {
    const said = vi.spyOn(toasts, 'addToast')
    const { showJourney, updateSaved, state } = server()
    state.refuse = unreachable
    showJourney(aJourney())
    void updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    state.refuse = problem(400, 'is not valid', 'outletCode')
    await vi.advanceTimersByTimeAsync(6000)
    expect(said.mock.calls.map(([{ text }]) => text)).toEqual([
      'An error occurred while updating your purchase: We couldn’t reach the server. Please check your connection and try again.',
      'An error occurred while updating your purchase: Outlet code is not valid',
    ])
  })

  test('changes made while it waits are sent with it', async () => {
    const { showJourney, updateSaved, patches, state } = server()
    state.refuse = failing({ kind: 'unreadable', status: 503 })
    showJourney(aJourney())
    void updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(60)
    state.refuse = null
    void updateSaved({ metadata: { furthestStep: 'quote' } })
    await vi.advanceTimersByTimeAsync(6000)
    expect(patches().at(-1)).toEqual({ outletCode: 'A', metadata: { furthestStep: 'quote' } })
  })
})

const overLimitOfDay = failing({
  kind: 'problem',
  status: 429,
  problem: { messages: [] },
  retryAfterS: 40_000,
})

test.each([
  [400, problem(400, 'is not valid', 'ownerDetails.mobilePhone')],
  [429, overLimitOfDay],
])(
  '§8 a change refused with %s is dropped with a toast, and the journey reloaded',
  async (status, refuse) => {
    const { showJourney, updateSaved, state, $journey, $updateFailure, names } = server()
    state.refuse = refuse
    showJourney(aJourney())
    const answer = updateSaved({ outletCode: 'A' })
    await vi.advanceTimersByTimeAsync(200)
    expect(await answer).toBe(false)
    expect($journey.get()?.outletCode).toBeNull()
    expect($updateFailure.get()).toMatchObject({ status })
    expect(names()).toEqual(['updatePurchaseJourney', 'getPurchaseJourney'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(names()).toHaveLength(2)
  },
)

test.each([
  ['as the refusal says', null, []],
  ['reloaded where it does not', () => problem(412), ['getPurchaseJourney']],
])('a journey that changed elsewhere is %s, and the change put on top', async (_, stale, asked) => {
  const { showJourney, updateSaved, state, names, $journey } = server()
  if (stale) state.stale = stale
  showJourney(aJourney())
  state.journey = aJourney({ version: 5, hasAppliedForFinancePreApproval: true })
  const answer = updateSaved({ outletCode: 'A' })
  await vi.advanceTimersByTimeAsync(300)
  expect(await answer).toBe(true)
  expect(names()).toEqual(['updatePurchaseJourney', ...asked, 'updatePurchaseJourney'])
  expect($journey.get()).toMatchObject({
    version: 6,
    outletCode: 'A',
    hasAppliedForFinancePreApproval: true,
  })
})
