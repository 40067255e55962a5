import { atom, computed, readonlyType } from 'nanostores'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage, fieldMessages, type ApiFailure, type Result } from '#lib/api/failure.ts'
import { NEW_JOURNEY_ID, PERSISTENCE_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { createPurchaseJourney, getPurchaseJourney } from '#lib/purchases/calls.ts'
import { calculateQuote, copyQuote, getQuote, saveQuote } from '#lib/quotes/calls.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import { forSending, isEmptyPatch, vehicleInputs, withPatch } from '#lib/purchases/journey-patch.ts'
import { newJourney } from '#lib/purchases/new-journey.ts'
import { quoteCustomer } from '#lib/quotes/quote-customer.ts'
import { delay, withinLimit } from '#lib/shared/timing.ts'
import { siteCall } from '#stores/site/api.ts'
import { listAllPurchases, purchaseOf } from './customer-purchases.ts'
import { $journey, showJourney, updateSaved } from './journey-updates.ts'
import { toastUpdateFailure } from './refused-updates.ts'
import { isSameConfiguration } from '#stores/quote/quote.ts'
import { takeHandedOver } from '#stores/quote/quote-to-start.ts'
import { ownerDraftOf, withEntry, type NewPurchase, type OwnerDraft } from './purchase-slice.ts'
import { $purchaseSlice, changeSlice, replaceNewPurchase } from './purchase-store.ts'
import { $accessToken, $customer, $session } from '#stores/session/session.ts'
import { loadCurrentUser, loadCustomerRecord } from '#stores/sign-in/sign-in.ts'
import { addToast } from '#stores/site/toasts.ts'

const $failure = atom<ApiFailure | null>(null)

/** Why a purchase could not be started last; `null` once one has been. */
export const $startFailure = readonlyType($failure)

/** Whether the failure is about the car's code, which comes from the address and not from a form. */
export const isUnknownCar = (failure: ApiFailure): boolean => 'kdcd' in fieldMessages(failure)

/** What the purchase of this page began with. */
let start: Pick<NewPurchase, 'startKdcd' | 'startQuoteId'> = { startKdcd: '', startQuoteId: '' }

/**
 * Starts a purchase and shows it on this page: saved on the server for a customer, only here for a visitor. The unsaved
 * purchase of the last visit is continued.
 *
 * @param kdcd The option to buy, or empty.
 * @param quoteId The stored quote to buy by, or empty.
 * @returns `null` when there is nothing to start from, or when it failed, which a toast has shown.
 */
export async function startNewJourney(
  kdcd: string,
  quoteId: string,
  call: ApiCall = siteCall,
): Promise<PurchaseJourney | null> {
  // A user who loads later than that takes the purchase over then.
  if ($accessToken.get() && !$session.get().user)
    await withinLimit(loadCurrentUser(call), PERSISTENCE_TIMEOUT_MS, undefined)
  const { newPurchase } = $purchaseSlice.get()
  const isSame =
    newPurchase &&
    (!kdcd && !quoteId
      ? true
      : newPurchase.startKdcd === kdcd && newPurchase.startQuoteId === quoteId)
  const kept = isSame ? newPurchase : null
  if (!kdcd && !quoteId && !kept) return null

  const quote = await findQuote(kdcd, quoteId, kept, call)
  if (!quote.ok) return toastFailure(quote.failure)
  start = {
    startKdcd: kept?.startKdcd ?? kdcd,
    startQuoteId: kept?.startQuoteId ?? quoteId,
  }
  const purchase: NewPurchase = {
    ...start,
    quoteId: quote.value.quoteId,
    request: quote.value.request,
    outletCode: kept?.outletCode ?? quote.value.request.outletCode ?? null,
    vehicles: kept?.vehicles ?? [],
    furthestStep: kept?.furthestStep ?? 'configure',
    savedAtMs: kept?.savedAtMs ?? Date.now(),
  }
  // Opening it is no change: whose details it has may be long gone.
  if (kept) changeSlice(({ savedAtMs }) => ({ newPurchase: purchase, savedAtMs }))
  else replaceNewPurchase(purchase)
  $failure.set(null)
  showJourney(newJourney(quote.value, purchase))
  return $customer.get() ? takeOverNewJourney(call) : $journey.get()
}

async function findQuote(
  kdcd: string,
  quoteId: string,
  kept: NewPurchase | null,
  call: ApiCall,
): Promise<Result<Quote>> {
  const id = kept ? kept.quoteId : quoteId
  if (id) {
    const value = takeHandedOver(id, $customer.get()?.id ?? null)
    const found = value ? { ok: true as const, value } : await call(getQuote, { params: { id } })
    if (found.ok || !kept || !isGone(found.failure)) return found
  }
  const request = kept?.request ?? { kdcd, payOption: 'CASH' as const }
  const body = await ofCustomer(request, call)
  // A customer's own needs no copy. Where it can't be saved, the car is shown and can be tried again.
  const own = body.anonymousQuote ? null : await call(saveQuote, { body })
  return own?.ok ? own : call(calculateQuote, { body })
}

/** Whether the quote can no longer be read by this browser, so that it is calculated again. */
const isGone = (failure: ApiFailure) =>
  failure.kind === 'signed-out' || (failure.kind === 'problem' && failure.status === 404)

async function ofCustomer(request: QuoteRequest, call: ApiCall): Promise<QuoteRequest> {
  const record = await loadCustomerRecord(call)
  return { ...request, ...quoteCustomer(request, record.ok ? record.value : null) }
}

let takingOver: Promise<PurchaseJourney | null> | null = null

/**
 * Makes the unsaved purchase the customer's (specification §4, "When a user is set…"; decision 28). Every part may be
 * repeated: the copy of a quote is the same one, and an existing purchase is continued.
 *
 * @returns `null` when there is nothing to take over, or when it failed, which a toast has shown.
 */
export const takeOverNewJourney = (call: ApiCall = siteCall): Promise<PurchaseJourney | null> =>
  (takingOver ??= takeOver(call).finally(() => (takingOver = null)))

async function takeOver(call: ApiCall): Promise<PurchaseJourney | null> {
  // The copied quote must be that of the latest choices.
  await pricing
  const customer = $customer.get()
  const { newPurchase } = $purchaseSlice.get()
  const unsaved = $journey.get()
  if (!customer || !newPurchase || unsaved?.id !== NEW_JOURNEY_ID) return null

  const answer = await createJourney(customer.id, unsaved.currentQuote, newPurchase, call)
  if ($customer.get()?.id !== customer.id) return null
  if (!answer.ok) return toastFailure(answer.failure)
  const journey = answer.value
  changeSlice(({ ownerDrafts }) => ({
    newPurchase: null,
    ownerDrafts: withEntry(
      withEntry(ownerDrafts, NEW_JOURNEY_ID, undefined),
      journey.id,
      ownerDrafts[NEW_JOURNEY_ID] ?? ownerDrafts[journey.id],
    ),
  }))
  showJourney(journey)
  const missing = missingFrom(journey, newPurchase)
  if (missing) void updateSaved(missing)
  return $journey.get()
}

async function createJourney(
  customerId: number,
  quote: Quote,
  { outletCode, vehicles }: NewPurchase,
  call: ApiCall,
): Promise<Result<PurchaseJourney>> {
  const own =
    quote.customerId === customerId && !quote.anonymousQuote
      ? { ok: true as const, value: quote }
      : await copyOf(quote, customerId, call)
  if (!own.ok) return own
  const { quoteId } = own.value
  const created = await call(createPurchaseJourney, {
    params: { id: customerId },
    body: {
      quoteId,
      ...(outletCode && { outletCode }),
      ...(vehicles.length > 0 && forSending({ tradeInformation: { vehicles } })),
    },
  })
  const id = created.ok
    ? created.value.purchaseJourneyId
    : await findJourneyOf(quoteId, customerId, call)
  if (id === null) return created
  const reloaded = await call(getPurchaseJourney, { params: { id } })
  return reloaded.ok || !created.ok ? reloaded : created
}

/** The quote as the customer's. Without the call for a copy it is saved anew, once however often it is asked for. */
const copyOf = (quote: Quote, customerId: number, call: ApiCall): Promise<Result<Quote>> =>
  hasAllCalls()
    ? call(copyQuote, { params: { id: quote.quoteId }, body: { customerId } })
    : call(saveQuote, {
        body: { ...quote.request, customerId },
        idempotencyKey: `${quote.quoteId}-${customerId}`,
      })

async function findJourneyOf(quoteId: string, customerId: number, call: ApiCall) {
  const existing = await listAllPurchases(customerId, call)
  const match = existing.ok ? purchaseOf(quoteId, existing.value) : undefined
  return match?.purchaseJourneyId ?? null
}

/** The choices made here that an earlier purchase does not have. */
function missingFrom(
  { status, outletCode, tradeInformation }: PurchaseJourney,
  chosen: NewPurchase,
): JourneyPatch | null {
  if (status.purchaseJourneyStatusCode !== 'STARTED') return null
  const patch: JourneyPatch = {
    ...(!outletCode && chosen.outletCode && { outletCode: chosen.outletCode }),
    ...(tradeInformation.vehicles.length === 0 &&
      chosen.vehicles.length > 0 && { tradeInformation: { vehicles: chosen.vehicles } }),
  }
  return isEmptyPatch(patch) ? null : patch
}

/** Changes an unsaved purchase. A new configuration gets a new price. */
export async function updateUnsaved(
  journey: PurchaseJourney,
  patch: JourneyPatch,
  call: ApiCall,
): Promise<boolean> {
  const { ownerDetails, ...kept } = patch
  if (ownerDetails) keepOwnerDraft(ownerDetails)
  keepUnsaved(withPatch(journey, kept))
  return kept.currentQuoteRequest ? priceUnsaved(call) : true
}

function keepUnsaved(journey: PurchaseJourney) {
  changeSlice(() => ({ newPurchase: toStore(journey) }))
  showJourney(journey)
}

/** The unsaved purchase that this page shows. Another tab may have dropped the stored one, which was a day old. */
const toStore = ({
  currentQuote,
  currentQuoteRequest: request,
  outletCode,
  metadata,
  tradeInformation,
}: PurchaseJourney): NewPurchase => ({
  ...start,
  // A configuration that is not priced yet has no quote.
  quoteId: isSameConfiguration(request, currentQuote.request) ? currentQuote.quoteId : '',
  request,
  outletCode,
  vehicles: vehicleInputs(tradeInformation.vehicles),
  furthestStep: metadata.furthestStep,
  savedAtMs: Date.now(),
})

/** Pause before a change made during a request is priced. */
const PRICE_AFTER_MS = 500

let pricing: Promise<boolean> | null = null

/** Prices the unsaved purchase until the price is that of the latest choices. */
const priceUnsaved = (call: ApiCall): Promise<boolean> =>
  (pricing ??= priceChosen(call).finally(() => (pricing = null)))

async function priceChosen(call: ApiCall): Promise<boolean> {
  for (;;) {
    const asked = $journey.get()
    if (asked?.id !== NEW_JOURNEY_ID) return false
    const priced = await call(calculateQuote, {
      body: await ofCustomer(asked.currentQuoteRequest, call),
    })
    const journey = $journey.get()
    if (journey?.id !== NEW_JOURNEY_ID) return false
    if (!isSameConfiguration(journey.currentQuoteRequest, asked.currentQuoteRequest)) {
      await delay(PRICE_AFTER_MS)
      continue
    }
    const quote = priced.ok ? priced.value : journey.currentQuote
    keepUnsaved({
      ...journey,
      currentQuote: quote,
      currentQuoteRequest: quote.request,
      ...(quote.delivery !== undefined && { delivery: quote.delivery }),
    })
    if (!priced.ok) toastUpdateFailure(priced.failure)
    return priced.ok
  }
}

/** Owner details as far as they have been typed for this purchase; kept until the server has them. */
export const $ownerDraft = computed([$purchaseSlice, $journey], ({ ownerDrafts }, journey) =>
  journey ? (ownerDrafts[journey.id] ?? null) : null,
)

export function keepOwnerDraft(details: OwnerDraft) {
  const journey = $journey.get()
  if (journey)
    changeSlice(({ newPurchase, ownerDrafts }) => ({
      // That of another tab stays.
      ...(journey.id === NEW_JOURNEY_ID && {
        newPurchase: newPurchase ? { ...newPurchase, savedAtMs: Date.now() } : toStore(journey),
      }),
      ownerDrafts: withEntry(ownerDrafts, journey.id, ownerDraftOf(details)),
    }))
}

function toastFailure(failure: ApiFailure): null {
  $failure.set(failure)
  const text = isUnknownCar(failure)
    ? 'We couldn’t find that car. It may no longer be in our range.'
    : failureMessage(failure)
  addToast({ kind: 'warning', text })
  return null
}
