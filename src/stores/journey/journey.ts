import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage, type ApiFailure, type Result } from '#lib/api/failure.ts'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { isSameDeal } from '#lib/purchases/deal-changes.ts'
import {
  announceBankTransfer,
  checkPoliPayment,
  checkStripePayment,
  startPoliPayment,
  startStripePayment,
} from '#lib/payments/calls.ts'
import { confirmPurchase, getPurchaseJourney } from '#lib/purchases/calls.ts'
import { getFinanceDraft, submitFinanceApplication } from '#lib/finance/calls.ts'
import type { PaymentMethod, PaymentType } from '#lib/codes.ts'
import type { FinanceApplication, FinanceApplicationDraft } from '#lib/finance/shapes.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { PaymentCheck } from '#lib/payments/shapes.ts'
import type { Step } from '#lib/purchases/journey-steps.ts'
import type { z } from '#lib/shared/zod.ts'
import { siteCall } from '#stores/site/api.ts'
import {
  $journey,
  $updateFailure,
  flushJourney,
  keepUpdates,
  sendLast,
  showIfChanged,
  showJourney,
  updateLater,
  updateSaved,
} from './journey-updates.ts'
import { ifMatchOf } from './refused-updates.ts'
import { takeOverNewJourney, updateUnsaved } from './new-journey.ts'
import { withEntry } from './purchase-slice.ts'
import { $purchaseSlice, changeSlice } from './purchase-store.ts'
import { configurationKey } from '#stores/quote/quote.ts'
import { $accessToken, $customer } from '#stores/session/session.ts'
import { beforeSignOut } from '#stores/sign-in/sign-in.ts'
import { addToast } from '#stores/site/toasts.ts'

/**
 * Loads a journey into `$journey`.
 *
 * @param isQuiet Shows no toast for a failure.
 * @returns `null` when it could not be loaded.
 */
export async function loadJourney(
  id: string,
  { isQuiet = false } = {},
  call: ApiCall = siteCall,
): Promise<PurchaseJourney | null> {
  const answer = await call(getPurchaseJourney, { params: { id } })
  if (answer.ok) {
    showJourney(answer.value)
    return $journey.get()
  }
  if (!isQuiet)
    addToast({
      kind: 'warning',
      text: `An error occurred while fetching your purchase details: ${failureMessage(answer.failure)}`,
    })
  return null
}

/**
 * Changes the purchase: here while it is not saved, else on the server at most once in five seconds.
 *
 * @returns Whether the change was saved. A failure was shown in a toast; `$updateFailure` has the reasons by field.
 */
export async function updateJourney(patch: JourneyPatch, call: ApiCall = siteCall) {
  const journey = $journey.get()
  if (!journey) return false
  return journey.id === NEW_JOURNEY_ID ? updateUnsaved(journey, patch, call) : updateSaved(patch)
}

/** Whether the price of a purchase is that of its latest configuration. */
export const isPriced = ({ currentQuoteRequest, currentQuote }: PurchaseJourney): boolean =>
  configurationKey(currentQuoteRequest) === configurationKey(currentQuote.request)

/** Waits for the price of the latest configuration. Returns whether there is one; a failure was shown in a toast. */
export async function priceJourney(call: ApiCall = siteCall): Promise<boolean> {
  const journey = $journey.get()
  if (!journey) return false
  const { currentQuoteRequest } = journey
  if (isPriced(journey)) return true
  return journey.id === NEW_JOURNEY_ID
    ? updateUnsaved(journey, { currentQuoteRequest }, call)
    : flushJourney()
}

/** Records the furthest step that the customer has reached, with low priority. */
export function noteFurthestStep(furthestStep: Step, call: ApiCall = siteCall) {
  const journey = $journey.get()
  const patch = { metadata: { furthestStep } }
  if (journey?.id === NEW_JOURNEY_ID) void updateUnsaved(journey, patch, call)
  else if (journey) updateLater(patch)
}

/** The finance answers that the server keeps of a journey, for a form that was left. A failure is the caller's to show. */
export const loadFinanceDraft = (
  id: string,
  call: ApiCall = siteCall,
): Promise<Result<FinanceApplicationDraft>> => call(getFinanceDraft, { params: { id } })

/**
 * Sends the signed finance application to the lender. A failure is the caller's to show.
 *
 * @param shown The purchase that the customer was shown.
 * @returns As {@link confirmJourney}.
 */
export const applyForFinance = (
  application: FinanceApplication,
  shown: PurchaseJourney,
  call: ApiCall = siteCall,
): Promise<Signed> =>
  sign(shown, call, ({ id }, ifMatch) =>
    call(submitFinanceApplication, { params: { id }, body: application, ifMatch }),
  )

type Signed = (Result<PurchaseJourney> & { isUnsent?: true }) | null

/**
 * Saves earlier changes and makes a call that counts only for the purchase as the customer was shown it. Where it has
 * another version and is the same deal, as with a second tab, the call is made once more.
 */
async function sign(
  shown: PurchaseJourney,
  call: ApiCall,
  send: (journey: PurchaseJourney, ifMatch: string) => Promise<Result<PurchaseJourney>>,
): Promise<Signed> {
  for (let isAgain = false; ; isAgain = true) {
    if (!(await flushJourney())) return { ...unsaved(), isUnsent: true }
    const journey = $journey.get()
    if (!journey) return { ...unsaved(), isUnsent: true }
    if (!isSameDeal(journey, shown)) return null
    const answer = await send(journey, ifMatchOf(journey))
    if (await showIfChanged(answer, journey.id, call)) {
      if (isAgain) return null
      continue
    }
    if (answer.ok) showJourney(answer.value)
    return answer
  }
}

type Confirmation = z.input<typeof confirmPurchase.body>

/**
 * Confirms the purchase at a price. A failure is the caller's to show: 409 carries the new total.
 *
 * @param shown The purchase that the customer was shown.
 * @returns `isUnsent` where earlier changes could not be saved; `null` when the purchase is not the shown one any more:
 *   nothing is confirmed then, and it is shown as it is now.
 */
export const confirmJourney = (
  confirmation: Confirmation,
  shown: PurchaseJourney,
  call: ApiCall = siteCall,
): Promise<Signed> =>
  sign(shown, call, ({ id }, ifMatch) =>
    call(confirmPurchase, { params: { id }, body: confirmation, ifMatch }),
  )

/**
 * Starts a payment on the provider's own page, and stores the session to check it by.
 *
 * @returns The address of that page; a failure is the caller's to show.
 */
export async function startPayment(
  paymentType: PaymentType,
  method: PaymentMethod = 'STRIPE',
  call: ApiCall = siteCall,
): Promise<Result<{ redirectUrl: string }>> {
  const journey = $journey.get()
  if (!journey || !(await flushJourney())) return unsaved()
  const body = { purchaseJourneyId: journey.id, paymentType }
  const answer = await START[method](call, body)
  if (!answer.ok) return answer
  if (!isPaymentAddress(answer.value.redirectUrl))
    return { ok: false, failure: { kind: 'unreadable', status: 200 } }
  changeSlice(({ paymentSessions, paymentMethods = {} }) => ({
    paymentSessions: withEntry(paymentSessions, journey.id, answer.value.session),
    paymentMethods: withEntry(paymentMethods, journey.id, method),
  }))
  return answer
}

type Started = Result<{ redirectUrl: string; session: string }>

/** A token of a payment by bank is kept with this before it; a session of a card payment as it is. */
const BANK = 'POLI:'

const START: Record<
  PaymentMethod,
  (call: ApiCall, body: { purchaseJourneyId: string; paymentType: PaymentType }) => Promise<Started>
> = {
  async STRIPE(call, body) {
    const answer = await call(startStripePayment, { body })
    if (!answer.ok) return answer
    const { redirectUrl, sessionId: session } = answer.value
    return { ok: true, value: { redirectUrl, session } }
  },
  async POLI(call, body) {
    const answer = await call(startPoliPayment, { body })
    if (!answer.ok) return answer
    const { navigateUrl: redirectUrl, token } = answer.value
    return { ok: true, value: { redirectUrl, session: BANK + token } }
  },
}

/** A page of ours, or one that is served with TLS; never a script. */
const isPaymentAddress = (address: string) => {
  const url = URL.parse(address, location.href)
  return url !== null && (url.protocol === 'https:' || url.origin === location.origin)
}

/** While a payment is in one of these it may still settle, so this browser keeps asking. */
const UNDER_WAY: readonly PaymentCheck['statusCode'][] = ['CREATED', 'PENDING']

/** The state of a payment, and its method. */
export type CheckedPayment = PaymentCheck & { method: PaymentMethod }

/**
 * Checks the last payment that this browser started, and reloads the journey. A payment that is over, or that staff are
 * checking, is checked once: from then on the journey has its state.
 *
 * @param isQuiet Shows no toast where the journey cannot be reloaded.
 * @returns `null` when this browser started none.
 */
export async function checkPayment(
  { isQuiet = false } = {},
  call: ApiCall = siteCall,
): Promise<Result<CheckedPayment> | null> {
  const journey = $journey.get()
  if (!journey) return null
  const session = $purchaseSlice.get().paymentSessions[journey.id]
  const answer = session ? await ask(session) : null
  const isUnknown =
    answer?.ok === false && answer.failure.kind === 'problem' && answer.failure.status === 404
  if (isUnknown || (answer?.ok && !UNDER_WAY.includes(answer.value.statusCode)))
    changeSlice(({ paymentSessions }) => ({
      paymentSessions: withEntry(paymentSessions, journey.id, undefined),
    }))
  await loadJourney(journey.id, { isQuiet }, call)
  if (!session || !answer || isUnknown) return null
  const method = session.startsWith(BANK) ? 'POLI' : 'STRIPE'
  return answer.ok ? { ok: true, value: { ...answer.value, method } } : answer

  function ask(session: string) {
    return session.startsWith(BANK)
      ? call(checkPoliPayment, { body: { token: session.slice(BANK.length) } })
      : call(checkStripePayment, { body: { sessionId: session } })
  }
}

/** Gets the details for a bank transfer of the amount due. The car stays reserved until the transfer can arrive. */
export async function announceTransfer(call: ApiCall = siteCall) {
  const journey = $journey.get()
  if (!journey) return unsaved()
  const answer = await call(announceBankTransfer, { params: { id: journey.id } })
  if (answer.ok) await loadJourney(journey.id, {}, call)
  return answer
}

const unsaved = (): { ok: false; failure: ApiFailure } => ({
  ok: false,
  failure: $updateFailure.get() ?? { kind: 'network', reason: 'failed' },
})

/**
 * Keeps the purchase in sync while its area is on the page: sends unsaved changes when the page is left, saves the new
 * purchase when a customer signs in, and closes it when the customer signs out.
 *
 * @returns Stops it.
 */
export function keepJourney(call: ApiCall = siteCall): () => void {
  const stops = [
    keepUpdates(),
    beforeSignOut(sendLast),
    $customer.listen((customer, previous) => {
      if (previous && previous.id !== customer?.id) showJourney(null)
      else if (customer) void takeOverNewJourney(call)
    }),
    $accessToken.listen((token, previous) => {
      if (previous && !token) showJourney(null)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
