import { atom, computed, keepMount, readonlyType } from 'nanostores'
import type { CurrentUser, Customer } from '#lib/customers/shapes.ts'
import { SESSION_KEY } from '#lib/shared/constants.ts'
import { greetingName } from '#lib/shared/words.ts'
import {
  decodeSession,
  SIGNED_OUT,
  type Session,
  type SessionCustomer,
  type TokenRecord,
} from './session-shape.ts'
import { catchUpWith, persistentAtom } from '#stores/site/storage.ts'
import { PURCHASE_KEY, SERVICE_KEY } from './old-input.ts'
import { actingEndsAtMs } from '#lib/staff/acting.ts'

/** The key of form drafts in this tab’s storage; `form-drafts.ts` defines their shape. */
export const FORM_DRAFTS_KEY = 'form-drafts:1'
export const QUOTE_TO_START_KEY = 'quote-to-start:1'

const $writable = persistentAtom<Session>(SESSION_KEY, SIGNED_OUT, {
  encode: JSON.stringify,
  decode: decodeSession,
})

/** Who is signed in, shared by every island and every tab. Change it through the actions below. */
export const $session = readonlyType($writable)

/**
 * The stored purchase slice; `purchase-slice.ts` defines its shape. It is declared here because it is cleared with the
 * session, also on pages that never load a purchase.
 */
export const $storedPurchase = persistentAtom<string | undefined>(PURCHASE_KEY, undefined)

/** The stored draft of a service booking; `service-draft.ts` defines its shape. */
export const $storedService = persistentAtom<string | undefined>(SERVICE_KEY, undefined)

// Mounted for good, so that another tab's changes arrive whether or not an island is looking.
keepMount($writable)
keepMount($storedPurchase)
keepMount($storedService)

/** Loads changes that another tab has stored and this one has not been notified of yet. */
export function catchUp() {
  const session = $writable.get()
  catchUpWith(SESSION_KEY, session === SIGNED_OUT ? undefined : JSON.stringify(session))
  catchUpWith(PURCHASE_KEY, $storedPurchase.get())
  catchUpWith(SERVICE_KEY, $storedService.get())
}

/** The access token, or `null`. Changes when it is refreshed. */
export const $accessToken = computed($session, ({ token }) => token?.access_token ?? null)

/** The user, with the customer that staff are acting for. */
export const $user = computed($session, ({ user }) => user)

/** The customer the page is about: the one staff act for, else the signed-in one. */
export const $customer = computed(
  $session,
  ({ actingFor, user }): SessionCustomer | null => actingFor ?? user?.customer ?? null,
)

/** Whether a member of staff is acting for a customer. */
export const $isActing = computed($session, ({ actingFor }) => actingFor !== null)

/** The name that `Hi,` greets. Empty for visitors, and until the user of a token is known. */
export const $greetingName = computed($session, ({ user }) => (user ? greetingName(user) : ''))

const $record = atom<Customer | null>(null)

/** The whole record of {@link $customer}, in memory only; `null` until it has been fetched on this page. */
export const $customerRecord = computed([$customer, $record], (customer, record) =>
  record && record.id === customer?.id ? record : null,
)

// After signing out, in this tab or another.
$session.listen(({ token }, before) => {
  if (!token) $record.set(null)
  if (before?.token && !token) clearFormDrafts()
})

/** Stores the tokens, or clears the whole session and the purchase when they are `null`. */
export function setAccessToken(token: TokenRecord | null) {
  if (token) return $writable.set({ ...$writable.get(), token, hasEnded: undefined })
  $writable.set(SIGNED_OUT)
  clearDrafts()
}

/** Signs out after the session expired or was ended elsewhere; the sign-in prompt says so. */
export function endSession() {
  $writable.set({ ...SIGNED_OUT, hasEnded: true })
  clearDrafts()
}

/** Stores the current user. Staff who act for a customer keep that customer. Dropped without a token. */
export function setCurrentUser(user: CurrentUser | null) {
  const session = $writable.get()
  if (!session.token || !user) return $writable.set({ ...session, user: null })
  const actingFor = user.type === 'STAFF' ? session.actingFor : null
  const isSameStaff = user.staff !== null && user.staff.id === session.user?.staff?.id
  if (user.customer && !actingFor) $record.set(user.customer)
  $writable.set({
    ...session,
    actingFor,
    hasActingEnded: isSameStaff ? session.hasActingEnded : undefined,
    user: {
      type: user.type,
      staff: user.staff && {
        id: user.staff.id,
        firstName: user.staff.firstName,
        roles: user.staff.roles,
      },
      customer: actingFor ? personOf(actingFor) : user.customer && ownPerson(user.customer),
    },
  })
}

/** Replaces the customer on the user, and on the impersonation if the ids match (specification §4). */
export function updateCustomer(customer: Customer) {
  const session = $writable.get()
  const { user, actingFor } = session
  if (!user) return
  $record.set(customer)
  const isActedFor = actingFor?.id === customer.id
  $writable.set({
    ...session,
    user: { ...user, customer: isActedFor ? personOf(customer) : ownPerson(customer) },
    actingFor: isActedFor ? { ...actingFor, ...personOf(customer) } : actingFor,
  })
}

/** Stores the server's record of a customer, unless the page is about another one by now. */
export function takeCustomer(customer: Customer) {
  if ($customer.get()?.id === customer.id) updateCustomer(customer)
}

/** The next form that needs the record fetches it again. */
export const forgetCustomerRecord = () => $record.set(null)

type ActingListener = (customer: SessionCustomer | null) => void
const ignore: ActingListener = () => {}
let actingListener = ignore

/** Calls a listener when staff start or stop acting in this tab: the server has to know. */
export const whenActing = (listener: ActingListener) => {
  actingListener = listener
}

/**
 * Staff only: acts for a customer from now on, or for none with `null` (specification §4: "impersonate customer").
 * Another customer's purchase is not this one's, so the purchase slice is forgotten (decision 12).
 */
export function actFor(customer: SessionCustomer | null, nowMs = Date.now()) {
  const before = $writable.get().actingFor?.id
  setActingFor(customer, nowMs)
  const after = $writable.get().actingFor
  if (after?.id !== before) actingListener(after)
}

/** As {@link actFor}, without telling the server: it knows already. */
export function setActingFor(customer: SessionCustomer | null, nowMs = Date.now()) {
  const session = $writable.get()
  if (session.user?.type !== 'STAFF') return
  if (session.actingFor?.id !== customer?.id) clearDrafts()
  const person = customer && personOf(customer)
  $writable.set({
    ...session,
    user: { ...session.user, customer: person },
    actingFor: person && { ...person, startedAtMs: nowMs, lastActiveAtMs: nowMs },
    hasActingEnded: undefined,
  })
}

/** Notes activity of the member of staff. Called often; written at most once a minute. Returns whether it was. */
export function noteActivity(nowMs = Date.now()): boolean {
  const session = $writable.get()
  const { actingFor } = session
  if (!actingFor || nowMs - actingFor.lastActiveAtMs <= 60_000) return false
  $writable.set({ ...session, actingFor: { ...actingFor, lastActiveAtMs: nowMs } })
  return true
}

/** Stops acting for a customer when its time is over. Returns whether it was. */
export function endStaleActing(nowMs = Date.now()): boolean {
  const { actingFor } = $writable.get()
  const isOver = actingFor !== null && nowMs >= actingEndsAtMs(actingFor)
  if (isOver) {
    actFor(null)
    $writable.set({ ...$writable.get(), hasActingEnded: true })
  }
  return isOver
}

/** The member of staff has dismissed the notice that acting timed out. */
export const noteActingEnd = () => $writable.set({ ...$writable.get(), hasActingEnded: undefined })

/** Notes that signing in dropped a password that was never confirmed, or that its owner knows (decision 58). */
export const noteDroppedPassword = (hasDroppedPassword: boolean) =>
  $writable.set({ ...$writable.get(), hasDroppedPassword: hasDroppedPassword || undefined })

function clearDrafts() {
  $storedPurchase.set(undefined)
  $storedService.set(undefined)
  clearFormDrafts()
}

/** With the quote of a purchase that was about to start. */
function clearFormDrafts() {
  try {
    sessionStorage.removeItem(FORM_DRAFTS_KEY)
    sessionStorage.removeItem(QUOTE_TO_START_KEY)
  } catch {
    // Without storage there are none.
  }
}

const personOf = ({ id, name, email }: SessionCustomer): SessionCustomer => ({
  id,
  name: { firstName: name.firstName, lastName: name.lastName },
  email,
})

const ownPerson = ({ id, name, email }: Customer): SessionCustomer => ({
  id,
  name: { firstName: name.firstName },
  email,
})

/**
 * Clears the session and the purchase on this device when the address asks for it, and takes the parameter away
 * (decision 9). Nothing on the server is ended or deleted, and changes that were still waiting reach it.
 */
export function startOver({ location, history }: Pick<Window, 'location' | 'history'>) {
  const address = new URL(location.href)
  if (!address.searchParams.has('startOver')) return
  const accessToken = $accessToken.get()
  const purchase = $storedPurchase.get()
  setAccessToken(null)
  if (accessToken && purchase)
    void import('#stores/journey/last-changes.ts').then(({ sendLastChanges }) =>
      sendLastChanges(accessToken, purchase),
    )
  address.searchParams.delete('startOver')
  history.replaceState(history.state, '', address)
}

if (typeof window !== 'undefined') startOver(window)
