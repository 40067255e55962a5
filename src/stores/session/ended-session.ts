import { atom, computed } from 'nanostores'
import { PERSISTENCE_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { withinLimit } from '#lib/shared/timing.ts'
import type { Session } from './session-shape.ts'
import { $session, $storedPurchase, $storedService } from './session.ts'

/**
 * The drafts of an expired session, in the memory of this tab only. They are restored when the same customer
 * signs in again, and dropped when another user does.
 */
interface EndedSession {
  customerId: number
  purchase: string | undefined
  service: string | undefined
  /** Resolves `settled` once the drafts are restored or dropped. */
  settle: () => void
  settled: Promise<void>
}

const $ended = atom<EndedSession | null>(null)

/** Whether drafts wait for the customer whose session has ended here. */
export const $hasEndedDrafts = computed($ended, (ended) => ended !== null)

/** Unsaved input of forms, by form. */
const typed = new Map<string, unknown>()
let typedBy: string | null = null

/** A key of the user: customers and staff are numbered separately. */
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
      $ended.set({ customerId: customer.id, purchase, service, settle, settled })
    } else if (!hasEnded || personOf(before.user) !== typedBy) forget()
  }
  if (!token || !user) return
  const ended = $ended.get()
  if (ended && user.customer?.id === ended.customerId) {
    $storedPurchase.set($storedPurchase.get() ?? ended.purchase)
    $storedService.set($storedService.get() ?? ended.service)
    ended.settle()
    $ended.set(null)
  } else if (ended || personOf(user) !== typedBy) forget()
})

function forget() {
  $ended.get()?.settle()
  $ended.set(null)
  typed.clear()
}

/** Waits until the drafts of an ended session are restored or dropped, for five seconds at most. */
export function whenDraftRestored() {
  const ended = $ended.get()
  return ended ? withinLimit(ended.settled, PERSISTENCE_TIMEOUT_MS, undefined) : undefined
}

/** Unsaved form input of the signed-in user. */
export const typedForms = {
  /** The input of a form when the user's session ended. */
  before: (form: string): unknown =>
    typedBy !== null && typedBy === personOf($session.get().user) ? typed.get(form) : undefined,

  /** Keeps the input while the form is open or the session has ended. */
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
