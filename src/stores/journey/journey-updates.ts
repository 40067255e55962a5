import { atom, computed, readonlyType } from 'nanostores'
import type { ApiCall } from '#lib/api/client.ts'
import type { ApiFailure, Result } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import { JOURNEY_UPDATE_INTERVAL_MS, NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import {
  baseOf,
  forSending,
  forStorage,
  isEmptyPatch,
  mergePatches,
  rebase,
  withPatch,
} from '#lib/purchases/journey-patch.ts'
import { propertyInWords } from '#lib/shared/words.ts'
import { throttleLatest } from '#lib/shared/timing.ts'
import { siteCall } from '#stores/site/api.ts'
import { flushOnPageLifecycle } from '#stores/site/page-lifecycle.ts'
import { withEntry } from './purchase-slice.ts'
import { $purchaseSlice, changeSlice } from './purchase-store.ts'
import { addToast } from '#stores/site/toasts.ts'
import { toastUpdateFailure, ifMatchOf, statusOf, freshOf } from './refused-updates.ts'

/** Changes of a journey that are not acknowledged: the one on its way, and those made after it. */
interface Change {
  sent: JourneyPatch
  queued: JourneyPatch
}

const NO_CHANGE: Change = { sent: {}, queued: {} }

/** `unsent`: the last try failed; the change is kept and tried again. */
type SaveState = 'saved' | 'saving' | 'unsent'

/** How long a change of low priority waits for another one to go with. */
const LOW_PRIORITY_MS = 20_000
const BACK_OFF_MS = [5_000, 10_000, 20_000, 40_000, 60_000]
/** A request that outlives its page may be this large (64 KiB for all in flight). */
const KEEPALIVE_MAX_CHARS = 50_000

/**
 * The journey of this page and the way its changes reach the server (decision 29): merged into one pending change,
 * sent at most once in five seconds, and kept in the browser until acknowledged.
 */
export function createJourneyUpdates(call: ApiCall) {
  const $saved = atom<PurchaseJourney | null>(null)
  const $change = atom<Change>(NO_CHANGE)
  const $failure = atom<ApiFailure | null>(null)
  const $isSending = atom(false)
  let inFlight: Promise<boolean> | null = null
  let failures = 0
  /** Whether there is a new change, or a caller that waits, since the last try: then its failure is shown. */
  let isNew = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let lowPriority: ReturnType<typeof setTimeout> | undefined

  const $journey = computed([$saved, $change], (journey, { sent, queued }) =>
    journey ? withPatch(journey, mergePatches(sent, queued)) : null,
  )
  const $saveState = computed([$change, $isSending, $failure], (change, isSending, failure) => {
    if (isSending) return 'saving'
    if (isEmptyPatch(change.queued)) return 'saved'
    return failure ? 'unsent' : ('saving' as SaveState)
  })

  /** Shows the server's latest copy of a journey on this page, with the unsent changes on top. */
  function showJourney(journey: PurchaseJourney | null) {
    const shown = $saved.get()
    const { sent, queued } = $change.get()
    if (journey === null || journey.id !== shown?.id) forgetChange()
    $saved.set(journey)
    if (journey === null || journey.id === NEW_JOURNEY_ID) return

    const stored = $purchaseSlice.get().pending[journey.id]
    const pending =
      shown?.id === journey.id
        ? { patch: mergePatches(sent, queued), base: shown, version: shown.version }
        : stored
    if (!pending || isEmptyPatch(pending.patch)) return
    if (journey.status.purchaseJourneyStatusCode !== 'STARTED') return setChange(NO_CHANGE)
    setChange({
      sent: NO_CHANGE.sent,
      queued:
        pending.version === journey.version
          ? pending.patch
          : rebased(pending.patch, pending.base, journey),
    })
    if (!isEmptyPatch($change.get().queued)) void sendNew()
  }

  /** Changes a saved journey. Returns whether the server has saved it; a failure was shown in a toast. */
  function updateSaved(patch: JourneyPatch): Promise<boolean> {
    const { sent, queued } = $change.get()
    setChange({ sent, queued: mergePatches(queued, patch) })
    return sendNew()
  }

  /**
   * Makes a low-priority change. It is sent with the next change, and on its own only if none follows: an update of its own
   * would delay the next one.
   */
  function updateLater(patch: JourneyPatch) {
    const { sent, queued } = $change.get()
    setChange({ sent, queued: mergePatches(queued, patch) })
    clearTimeout(lowPriority)
    // Its failure is shown even if a retry sends it.
    isNew = true
    lowPriority = setTimeout(sendSoon, LOW_PRIORITY_MS)
  }

  /**
   * Sends the unsent changes and waits until they have arrived, which may take as long as the limit of one update in five
   * seconds.
   */
  async function flushJourney(): Promise<boolean> {
    const hasArrived = inFlight ? await inFlight : true
    return isEmptyPatch($change.get().queued) ? hasArrived : sendNew()
  }

  function sendNew(): Promise<boolean> {
    isNew = true
    return sendSoon()
  }

  const sendSoon = throttleLatest(
    () => (inFlight = send().finally(done)),
    JOURNEY_UPDATE_INTERVAL_MS,
  )
  const done = () => {
    inFlight = null
    $isSending.set(false)
  }

  async function send(): Promise<boolean> {
    clearTimeout(retry)
    clearTimeout(lowPriority)
    const journey = $saved.get()
    const { queued } = $change.get()
    if (!journey || isEmptyPatch(queued)) return true
    $isSending.set(true)
    let isFailureShown = isNew
    isNew = false
    setChange({ sent: queued, queued: {} })
    const isOver = () => $saved.get()?.id !== journey.id

    let answer = await put(journey, queued)
    // A session that ended closes the journey; the reason is still shown.
    if (isOver()) {
      if (!answer.ok && answer.failure.kind === 'signed-out') toastUpdateFailure(answer.failure)
      return false
    }
    if (!answer.ok && statusOf(answer.failure) === 412) {
      const fresh = await freshOf(answer.failure, journey.id, call)
      if (isOver()) return false
      if (fresh.ok) {
        const rest = rebased(queued, $saved.get() ?? journey, fresh.value)
        $saved.set(fresh.value)
        setChange({ sent: rest, queued: $change.get().queued })
        answer = isEmptyPatch(rest) ? fresh : await put(fresh.value, rest)
        if (isOver()) return false
      } else answer = fresh
    }

    const { sent, queued: later } = $change.get()
    if (answer.ok) {
      failures = 0
      $failure.set(null)
      $saved.set(answer.value)
      setChange({ sent: {}, queued: later })
      if (sent.ownerDetails)
        changeSlice(({ ownerDrafts }) => ({
          ownerDrafts: withEntry(ownerDrafts, journey.id, undefined),
        }))
      return true
    }

    $failure.set(answer.failure)
    if (mayStillWork(answer.failure) || statusOf(answer.failure) === 412) {
      setChange({ sent: {}, queued: mergePatches(sent, later) })
      retry = setTimeout(sendSoon, BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)])
      failures += 1
    } else {
      failures = 0
      isFailureShown = true
      setChange({ sent: {}, queued: later })
      const fresh = await call(getPurchaseJourney, { params: { id: journey.id } })
      if (fresh.ok && !isOver()) showJourney(fresh.value)
    }
    if (isFailureShown) toastUpdateFailure(answer.failure)
    return false
  }

  const put = ({ id, version }: PurchaseJourney, patch: JourneyPatch, isBased = true) => {
    const body = forSending(patch)
    return call(updatePurchaseJourney, {
      params: { id },
      body,
      ...(isBased && { ifMatch: ifMatchOf({ version }) }),
      keepalive: JSON.stringify(body).length < KEEPALIVE_MAX_CHARS,
    })
  }

  function rebased(...args: Parameters<typeof rebase>): JourneyPatch {
    const { patch, lost } = rebase(...args)
    if (lost.length > 0)
      addToast({
        kind: 'info',
        text: `These were changed somewhere else, so we kept that version: ${lost.map(propertyInWords).join(', ').toLowerCase()}.`,
      })
    return patch
  }

  function setChange(change: Change) {
    $change.set(change)
    const journey = $saved.get()
    if (!journey) return
    const patch = forStorage(mergePatches(change.sent, change.queued))
    changeSlice(({ pending }) => ({
      pending: withEntry(
        pending,
        journey.id,
        isEmptyPatch(patch)
          ? undefined
          : { patch, base: forStorage(baseOf(patch, journey)), version: journey.version },
      ),
    }))
  }

  /** Keeps the stored change: another visit continues with it. */
  function forgetChange() {
    clearTimeout(retry)
    clearTimeout(lowPriority)
    failures = 0
    $failure.set(null)
    $change.set(NO_CHANGE)
  }

  /**
   * Sends the unsent changes at once, for a session or a page that ends: the one exception to the limit. If the request is
   * lost, the next visit sends the stored change.
   */
  async function sendLast(): Promise<void> {
    const journey = $saved.get()
    const { queued } = $change.get()
    const onItsWay = inFlight
    // The version that an update on its way will make is not known here.
    if (journey && !isEmptyPatch(queued)) await put(journey, queued, onItsWay === null)
    await onItsWay
  }

  const isEmpty = () => isEmptyPatch($change.get().queued)
  /** Sends changes when the page is hidden or left. Returns a function that stops it. */
  const keepUpdates = () => flushOnPageLifecycle({ isEmpty, sendSoon, sendLast })

  return {
    $journey,
    $saveState,
    $updateFailure: readonlyType($failure),
    showJourney,
    updateSaved,
    updateLater,
    flushJourney,
    sendLast,
    keepUpdates,
  }
}

/** Shows a purchase as it is now, where a press was refused because it has changed since. Says whether that was why. */
export async function showIfChanged(
  answer: Result<PurchaseJourney>,
  id: string,
  call: ApiCall,
): Promise<boolean> {
  if (answer.ok || statusOf(answer.failure) !== 412) return false
  const fresh = await freshOf(answer.failure, id, call)
  if (fresh.ok && $journey.get()?.id === id) showJourney(fresh.value)
  return true
}

/** The purchase of this page. `$journey` shows it with the changes that are still on their way. */
export const {
  $journey,
  $saveState,
  /** Why the last update failed, for the fields it names; `null` once one has arrived. */
  $updateFailure,
  showJourney,
  updateSaved,
  updateLater,
  flushJourney,
  sendLast,
  keepUpdates,
} = createJourneyUpdates(siteCall)
