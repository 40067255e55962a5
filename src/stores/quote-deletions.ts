import { atom, readonlyType } from 'nanostores'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { deleteQuote } from '#lib/contract/quotes.ts'
import { siteCall } from './api.ts'
import { $customer } from './session.ts'
import { addToast } from './toasts.ts'

/** How long a deleted quote can be had back. Until then nothing is deleted, whatever becomes of the page. */
export const UNDO_MS = 20_000

/** `waiting`: it can be had back; `deleted`: it is gone. */
export type QuoteDeletion = 'waiting' | 'deleted'

const $writable = atom<Readonly<Record<string, QuoteDeletion>>>({})

/** The quotes that were deleted on this page, by their id. */
export const $quoteDeletions = readonlyType($writable)

const timers = new Map<string, ReturnType<typeof setTimeout>>()

const mark = (quoteId: string, deletion: QuoteDeletion) =>
  $writable.set({ ...$writable.get(), [quoteId]: deletion })

const unmark = (quoteId: string) => {
  const { [quoteId]: _gone, ...rest } = $writable.get()
  $writable.set(rest)
}

/** Deletes a quote once the time to undo it is over. */
export function deleteQuoteLater(quoteId: string, call: ApiCall = siteCall) {
  mark(quoteId, 'waiting')
  timers.set(
    quoteId,
    setTimeout(() => void carryOut(quoteId, call), UNDO_MS),
  )
}

/** Has a quote back that is not deleted yet. */
export function undoQuoteDeletion(quoteId: string) {
  clearTimeout(timers.get(quoteId))
  timers.delete(quoteId)
  unmark(quoteId)
}

async function carryOut(quoteId: string, call: ApiCall) {
  timers.delete(quoteId)
  const answer = await call(deleteQuote, { params: { id: quoteId } })
  // Somebody else is signed in meanwhile, or nobody.
  if (!$writable.get()[quoteId]) return
  const isGone = answer.ok || ('status' in answer.failure && answer.failure.status === 404)
  if (isGone) return mark(quoteId, 'deleted')
  unmark(quoteId)
  addToast({
    kind: 'warning',
    text: `Your quote could not be deleted: ${answer.ok ? '' : failureMessage(answer.failure)}`,
  })
}

// What one customer deleted is no business of the next.
let customerId = $customer.get()?.id
$customer.listen((customer) => {
  if (customer?.id === customerId) return
  customerId = customer?.id
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  $writable.set({})
})
