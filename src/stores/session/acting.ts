import { hasAllCalls } from '#lib/site/all-calls.ts'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { endActing, startActing } from '#lib/staff/calls.ts'
import { delay } from '#lib/shared/timing.ts'
import type { SessionCustomer } from './session-shape.ts'
import { $session, setActingFor } from './session.ts'
import { addToast } from '#stores/site/toasts.ts'

const SECOND_TRY_MS = 1_000

/** Requests run one after the other, so that the last choice wins on the server. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Sends the server the customer that staff act for in this browser; `null` for none. The page does not wait; if the
 * server refuses, the page stops acting too.
 */
export const sendActing = (customer: SessionCustomer | null, call: ApiCall): Promise<unknown> =>
  (last = last.then(() =>
    // Without the call for it, acting is a matter of this browser.
    !hasAllCalls() ? undefined : customer ? start(customer, call) : end(call),
  ))

async function start({ id }: SessionCustomer, call: ApiCall) {
  const send = () => call(startActing, { body: { customerId: id }, keepalive: true })
  let answer = await send()
  if (!answer.ok && answer.failure.kind === 'network') {
    // Perhaps the page is being left: then this does not run on, and the next page sends it again.
    await delay(SECOND_TRY_MS)
    answer = await send()
  }
  if (answer.ok) return
  if ($session.get().actingFor?.id === id) setActingFor(null)
  addToast({
    kind: 'warning',
    text: `Failed to sign in to the customer account: ${failureMessage(answer.failure)}`,
  })
}

/** The page may be closing. Without this request acting times out half an hour later. */
async function end(call: ApiCall) {
  const answer = await call(endActing, { keepalive: true })
  if (!answer.ok)
    addToast({
      kind: 'warning',
      text: `Failed to sign out of the customer account: ${failureMessage(answer.failure)}`,
    })
}
