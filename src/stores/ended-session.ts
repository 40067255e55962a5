import { PERSISTENCE_TIMEOUT_MS } from '#lib/constants.ts'
import { withinLimit } from '#lib/timing.ts'
import type { Session } from './session-shape.ts'
import { $session, $storedPurchase, $storedService } from './session.ts'

/**
 * What a session that ended by itself leaves to whoever it was of: in the memory of this tab alone, and for nobody else. It
 * is given back when the same person signs in again, and forgotten when somebody else does.
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
let typedBy: string | null = null

/** Customers and our people are numbered each for themselves. */
const personOf = (user: Session['user']): string | null =>
  user?.type === 'STAFF'
    ? user.staff && `staff ${user.staff.id}`
    : user?.customer
      ? customerKey(user.customer.id)
      : null

const customerKey = (id: number) => `customer ${id}`

$session.listen(({ token, user, hasEnded }, before) => {
  if (before?.token && !token) {
    const customer = before.user?.type === 'CUSTOMER' ? before.user.customer : null
    if (hasEnded && customer) {
      const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
      const [purchase, service] = [$storedPurchase.get(), $storedService.get()]
      left = { customerId: customer.id, purchase, service, settle, settled }
    } else if (!hasEnded || personOf(before.user) !== typedBy) forget()
  }
  if (!token || !user) return
  if (left && user.customer?.id === left.customerId) {
    $storedPurchase.set($storedPurchase.get() ?? left.purchase)
    $storedService.set($storedService.get() ?? left.service)
    left.settle()
    left = null
  } else if (left || personOf(user) !== typedBy) forget()
})

function forget() {
  left?.settle()
  left = null
  typed.clear()
}

/** Waits until it is known whose session goes on, as far as one has ended here; five seconds at most. */
export const untilGivenBack = () =>
  left ? withinLimit(left.settled, PERSISTENCE_TIMEOUT_MS, undefined) : undefined

/** What a customer had typed into a form when the session ended; nothing for anybody else. */
export const typedBefore = (form: string, customerId: number): unknown =>
  typedBy === customerKey(customerId) ? typed.get(form) : undefined

/** The same for the member of staff who is signed in. */
export const typedByStaffBefore = (form: string): unknown =>
  typedBy !== null && typedBy === personOf($session.get().user) ? typed.get(form) : undefined

/** Keeps what a customer types into a form, for as long as the form is there or the session has ended. */
export const keepTyped = (form: string, customerId: number, value: unknown) =>
  keepFor(customerKey(customerId), form, value)

/** The same for the member of staff who is signed in. */
export function keepTypedByStaff(form: string, value: unknown) {
  const person = personOf($session.get().user)
  if (person !== null) keepFor(person, form, value)
}

function keepFor(person: string, form: string, value: unknown) {
  if (typedBy !== person) typed.clear()
  typedBy = person
  typed.set(form, value)
}

/** The form is saved or left: only a session that has ended keeps it. */
export function dropTyped(form: string) {
  if (!$session.get().hasEnded) typed.delete(form)
}
