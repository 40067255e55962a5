import { PERSISTENCE_TIMEOUT_MS } from '#lib/constants.ts'
import { withinLimit } from '#lib/timing.ts'
import { $session, $storedPurchase, $storedService } from './session.ts'

/**
 * What a session that ended by itself leaves to its customer: in the memory of this tab alone, and for nobody else. It
 * is given back when the same customer signs in again, and forgotten when somebody else does.
 */
interface Left {
  customerId: number
  purchase: string | undefined
  service: string | undefined
  /** Tells those who wait for it that it has been given back, or forgotten. */
  settle: () => void
  settled: Promise<void>
}

let left: Left | null = null

/** What is typed into forms and not saved, by form. */
const typed = new Map<string, unknown>()
let typedBy: number | null = null

$session.listen(({ token, user, hasEnded }, before) => {
  if (before?.token && !token) {
    const customer = before.user?.type === 'CUSTOMER' ? before.user.customer : null
    if (hasEnded && customer) {
      const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
      const [purchase, service] = [$storedPurchase.get(), $storedService.get()]
      left = { customerId: customer.id, purchase, service, settle, settled }
    } else forget()
  }
  if (!token || !user) return
  if (left && user.customer?.id === left.customerId) {
    $storedPurchase.set($storedPurchase.get() ?? left.purchase)
    $storedService.set($storedService.get() ?? left.service)
    left.settle()
    left = null
  } else if (left || user.customer?.id !== typedBy) forget()
})

function forget() {
  left?.settle()
  left = null
  typed.clear()
}

/** Waits until it is known whose session goes on, as far as one has ended here; five seconds at most. */
export const untilGivenBack = () =>
  left ? withinLimit(left.settled, PERSISTENCE_TIMEOUT_MS, undefined) : undefined

/** What the customer had typed into a form when the session ended; nothing for anybody else. */
export const typedBefore = (form: string, customerId: number): unknown =>
  typedBy === customerId ? typed.get(form) : undefined

/** Keeps what a customer types into a form, for as long as the form is there or the session has ended. */
export function keepTyped(form: string, customerId: number, value: unknown) {
  if (typedBy !== customerId) typed.clear()
  typedBy = customerId
  typed.set(form, value)
}

/** The form is saved or left: only a session that has ended keeps it. */
export function dropTyped(form: string) {
  if (!$session.get().hasEnded) typed.delete(form)
}
