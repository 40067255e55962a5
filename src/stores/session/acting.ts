import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { endActing, startActing } from '#lib/staff/calls.ts'
import { delay } from '#lib/shared/timing.ts'
import type { SessionCustomer } from './session-shape.ts'
import { $session, setActingFor } from './session.ts'
import { addToast } from '#stores/site/toasts.ts'

const SECOND_TRY_MS = 1_000

/** One after the other, so that the server ends with what was chosen last. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Tells the server for whom staff act in this browser; `null`: for nobody. The page has gone on meanwhile; if the server
 * refuses to start, the page stops acting too.
 */
export const tellActing = (customer: SessionCustomer | null, call: ApiCall): Promise<unknown> =>
  (last = last.then(() => (customer ? start(customer, call) : end(call))))

async function start({ id }: SessionCustomer, call: ApiCall) {
  const tell = () => call(startActing, { body: { customerId: id }, keepalive: true })
  let answer = await tell()
  if (!answer.ok && answer.failure.kind === 'network') {
    // Cut off, perhaps because the page is being left: then this goes no further, and the next page tells it again.
    await delay(SECOND_TRY_MS)
    answer = await tell()
  }
  if (answer.ok) return
  if ($session.get().actingFor?.id === id) setActingFor(null)
  addToast({
    kind: 'warning',
    text: `Failed to sign in to the customer account: ${failureMessage(answer.failure)}`,
  })
}

/** The page may be on its way out. Acting that is not ended ends by itself half an hour later. */
async function end(call: ApiCall) {
  const answer = await call(endActing, { keepalive: true })
  if (!answer.ok)
    addToast({
      kind: 'warning',
      text: `Failed to sign out of the customer account: ${failureMessage(answer.failure)}`,
    })
}
