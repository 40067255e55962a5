import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import { aStaffUser } from '#tests/builders/session.ts'
import { fakeCall, ok, problem, unreachable } from '#tests/builders/fake-call.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { sendActing } from './acting.ts'
import {
  $isActing,
  $session,
  actFor,
  setAccessToken,
  setCurrentUser,
  whenActing,
} from './session.ts'
import * as toasts from '#stores/site/toasts.ts'

const mia = aCustomer()
const rawiri = aCustomer({ id: 8 })
const sam: CurrentUser = aStaffUser()
const started = () => ok({ acting: { customerId: 7, startedAt: 'x', endsAt: 'y' } })

let said: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  setAccessToken(null)
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1 })
  setCurrentUser(sam)
  said = vi.spyOn(toasts, 'addToast')
})

/** Acts as the page does, and waits for the server. */
async function act(answers: Parameters<typeof fakeCall>[0], ...customers: (typeof mia | null)[]) {
  const { call, sent } = fakeCall(answers)
  const synced: Promise<unknown>[] = []
  whenActing((customer) => void synced.push(sendActing(customer, call)))
  for (const customer of customers) actFor(customer)
  const atOnce = $session.get().actingFor?.id
  await Promise.all(synced)
  return { atOnce, sent: sent.map(({ name, body }) => [name, body]) }
}

describe('acting for a customer', () => {
  test('starts at once, and is sent to the server', async () => {
    const { atOnce, sent } = await act({ startActing: started }, mia)
    expect(atOnce).toBe(mia.id)
    expect(sent).toEqual([['startActing', { customerId: mia.id }]])
    expect($isActing.get()).toBe(true)
    expect(said).not.toHaveBeenCalled()
  })

  test('is sent in order, and once for each customer', async () => {
    const { sent } = await act(
      { startActing: started, endActing: () => ok(undefined) },
      mia,
      mia,
      rawiri,
      null,
      null,
    )
    expect(sent.map(([name]) => name)).toEqual(['startActing', 'startActing', 'endActing'])
  })

  test('that the server refuses ends with a toast', async () => {
    await act({ startActing: () => problem(403, 'No.') }, mia)
    expect($isActing.get()).toBe(false)
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: 'Failed to sign in to the customer account: No.',
    })
  })

  test('that was cut off is sent once more, since the page may have been left', async () => {
    const answers = [unreachable, started()]
    const { sent } = await act({ startActing: () => answers.shift()! }, mia)
    expect(sent).toHaveLength(2)
    expect($isActing.get()).toBe(true)
    expect(said).not.toHaveBeenCalled()
  })

  test('that cannot reach the server ends with a toast', async () => {
    await act({ startActing: () => unreachable }, mia)
    expect($isActing.get()).toBe(false)
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: expect.stringMatching(/^Failed to sign in to the customer account: We couldn’t reach/),
    })
  })

  test('a refusal that comes late leaves the next customer alone', async () => {
    let first = true
    const refusedOnce = () => {
      const answer = first ? problem(403, 'No.') : started()
      first = false
      return answer
    }
    await act({ startActing: refusedOnce }, mia, rawiri)
    expect($session.get().actingFor?.id).toBe(rawiri.id)
  })

  test('that the server fails to end is over in this browser', async () => {
    await act({ startActing: started, endActing: () => problem(500, 'Oh.') }, mia, null)
    expect($isActing.get()).toBe(false)
    expect(said).toHaveBeenCalledWith({
      kind: 'warning',
      text: expect.stringMatching(/^Failed to sign out of the customer account: /),
    })
  })
})
