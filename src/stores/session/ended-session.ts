import { atom, computed } from 'nanostores'
import { PERSISTENCE_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { withinLimit } from '#lib/shared/timing.ts'
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

const $left = atom<Left | null>(null)

/** Whether something waits for the customer whose session has ended here. */
export const $isSomethingLeft = computed($left, (left) => left !== null)

/** What is typed into forms and not saved, by form. */
const typed = new Map<string, unknown>()
let typedBy: string | null = null

/** Customers and our people are numbered each for themselves. */
const personOf = (user: Session['user']): string | null =>
  user?.type === 'STAFF'
    ? user.staff && `staff ${user.staff.id}`
    : user?.customer
      ? `customer ${user.customer.id}`
      : null

$session.listen(({ token, user, hasEnded }, before) => {
  if (before?.token && !token) {
    const customer = before.user?.type === 'CUSTOMER' ? before.user.customer : null
    if (hasEnded && customer) {
      const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
      const [purchase, service] = [$storedPurchase.get(), $storedService.get()]
      $left.set({ customerId: customer.id, purchase, service, settle, settled })
    } else if (!hasEnded || personOf(before.user) !== typedBy) forget()
  }
  if (!token || !user) return
  const left = $left.get()
  if (left && user.customer?.id === left.customerId) {
    $storedPurchase.set($storedPurchase.get() ?? left.purchase)
    $storedService.set($storedService.get() ?? left.service)
    left.settle()
    $left.set(null)
  } else if (left || personOf(user) !== typedBy) forget()
})

function forget() {
  $left.get()?.settle()
  $left.set(null)
  typed.clear()
}

/** Waits until it is known whose session goes on, as far as one has ended here; five seconds at most. */
export function whenDraftRestored() {
  const left = $left.get()
  return left ? withinLimit(left.settled, PERSISTENCE_TIMEOUT_MS, undefined) : undefined
}

/** What whoever is signed in types into forms. */
export const typedForms = {
  /** What they had typed into a form when their session ended. */
  before: (form: string): unknown =>
    typedBy !== null && typedBy === personOf($session.get().user) ? typed.get(form) : undefined,

  /** Keeps what is typed, while the form is there or the session has ended. */
  keep(form: string, value: unknown) {
    const person = personOf($session.get().user)
    if (person === null) return
    if (typedBy !== person) typed.clear()
    typedBy = person
    typed.set(form, value)
  },

  /** The form is saved or left: only a session that has ended keeps it. */
  drop(form: string) {
    if (!$session.get().hasEnded) typed.delete(form)
  },
}
