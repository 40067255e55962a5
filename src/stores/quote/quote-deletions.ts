import { atom, readonlyType } from 'nanostores'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { deleteQuote } from '#lib/quotes/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { $customer, $session } from '#stores/session/session.ts'
import { beforeSignOut } from '#stores/sign-in/sign-in.ts'
import { addToast } from '#stores/site/toasts.ts'

/** How long a deleted quote can be had back. Whoever leaves before then has made up their mind: it is deleted. */
export const UNDO_MS = 20_000

/** `waiting`: it can be had back; `deleted`: it is gone. */
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
  const timer = setTimeout(() => void carryOut(quoteId), UNDO_MS)
  waiting.set(quoteId, { timer, call })
}

/** Has a quote back that is not deleted yet. */
export function undoQuoteDeletion(quoteId: string) {
  clearTimeout(waiting.get(quoteId)?.timer)
  if (waiting.delete(quoteId)) unmark(quoteId)
}

async function carryOut(quoteId: string) {
  const { timer, call } = waiting.get(quoteId)!
  clearTimeout(timer)
  waiting.delete(quoteId)
  // From here on it cannot be had back, also on a page that comes back from the browser's memory.
  mark(quoteId, 'deleted')
  const answer = await call(deleteQuote, { params: { id: quoteId }, keepalive: true })
  const isGone = answer.ok || ('status' in answer.failure && answer.failure.status === 404)
  // Somebody else is signed in meanwhile, or nobody.
  if (isGone || !$writable.get()[quoteId]) return
  unmark(quoteId)
  addToast({
    kind: 'warning',
    text: `Your quote could not be deleted: ${answer.ok ? '' : failureMessage(answer.failure)}`,
  })
}

const carryOutAll = () => Promise.all([...waiting.keys()].map(carryOut))

let isWatched = false

function watch() {
  if (isWatched) return
  isWatched = true
  window.addEventListener('pagehide', () => void carryOutAll())
  beforeSignOut(carryOutAll)
}

// What one customer deleted is no business of the next, and is seen to as long as the same person is there.
let customerId = $customer.get()?.id
$customer.listen((customer) => {
  if (customer?.id === customerId) return
  customerId = customer?.id
  if ($session.get().token) void carryOutAll()
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  $writable.set({})
})
