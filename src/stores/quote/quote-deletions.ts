import { atom, readonlyType } from 'nanostores'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { deleteQuote } from '#lib/quotes/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { $customer, $session } from '#stores/session/session.ts'
import { beforeSignOut } from '#stores/sign-in/sign-in.ts'
import { addToast } from '#stores/site/toasts.ts'

/** How long a deletion can be undone. Leaving the page before then deletes the quote. */
export const UNDO_MS = 20_000

/** `waiting`: it can be undone; `deleted`: it cannot. */
export type QuoteDeletion = 'waiting' | 'deleted'

const $writable = atom<Readonly<Record<string, QuoteDeletion>>>({})

/** The quotes that were deleted on this page, by their id. */
export const $quoteDeletions = readonlyType($writable)

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  call: ApiCall
}

const waiting = new Map<string, Waiting>()

const mark = (quoteId: string, deletion: QuoteDeletion) =>
  $writable.set({ ...$writable.get(), [quoteId]: deletion })

const unmark = (quoteId: string) => {
  const { [quoteId]: _gone, ...rest } = $writable.get()
  $writable.set(rest)
}

/** Deletes a quote once the time to undo it is over, or its page is left. */
export function deleteQuoteLater(quoteId: string, call: ApiCall = siteCall) {
  watch()
  mark(quoteId, 'waiting')
  const timer = setTimeout(() => void sendDeletion(quoteId), UNDO_MS)
  waiting.set(quoteId, { timer, call })
}

/** Restores a quote that is not deleted yet. */
export function undoQuoteDeletion(quoteId: string) {
  clearTimeout(waiting.get(quoteId)?.timer)
  if (waiting.delete(quoteId)) unmark(quoteId)
}

async function sendDeletion(quoteId: string) {
  const { timer, call } = waiting.get(quoteId)!
  clearTimeout(timer)
  waiting.delete(quoteId)
  // From here on it cannot be undone, even if the page comes back from the browser's memory.
  mark(quoteId, 'deleted')
  const answer = await call(deleteQuote, { params: { id: quoteId }, keepalive: true })
  const isGone = answer.ok || ('status' in answer.failure && answer.failure.status === 404)
  // Another customer has signed in since, or this one has signed out.
  if (isGone || !$writable.get()[quoteId]) return
  unmark(quoteId)
  addToast({
    kind: 'warning',
    text: `We couldn’t delete your quote: ${answer.ok ? '' : failureMessage(answer.failure)}`,
  })
}

const sendAllDeletions = () => Promise.all([...waiting.keys()].map(sendDeletion))

let isWatched = false

function watch() {
  if (isWatched) return
  isWatched = true
  window.addEventListener('pagehide', () => void sendAllDeletions())
  beforeSignOut(sendAllDeletions)
}

// One customer's deletions are hidden from the next, and are sent while their session is still there.
let customerId = $customer.get()?.id
$customer.listen((customer) => {
  if (customer?.id === customerId) return
  customerId = customer?.id
  if ($session.get().token) void sendAllDeletions()
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  $writable.set({})
})
