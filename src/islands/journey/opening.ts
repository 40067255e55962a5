import { atom, readonlyType } from 'nanostores'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { whenDraftRestored } from '#stores/session/ended-session.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { startNewJourney } from '#stores/journey/new-journey.ts'

/** How far opening a journey has come. */
export interface Opening {
  /** `new-quote` for one that starts here. */
  id: string
  /** `failed`: a toast has said why, or there was nothing to start from. */
  state: 'opening' | 'open' | 'failed'
}

const $writable = atom<Opening | null>(null)

/** The journey that is being opened, or was opened last. */
export const $opening = readonlyType($writable)

/** Where a new purchase starts from; either may be empty. */
export interface Start {
  kdcd: string
  quoteId: string
}

const startElement = () => document.querySelector<HTMLElement>('[data-kdcd], [data-quoteid]')

/** What the page was asked to start from, in its data attributes `kdcd` and `quoteid` (specification §2). */
export function startOfPage(): Start {
  const { kdcd = '', quoteid = '' } = startElement()?.dataset ?? {}
  return { kdcd, quoteId: quoteid }
}

/** A saved purchase has an address of its own: the car and the quote it came from leave the page and its address. */
export function forgetStart() {
  const element = startElement()
  delete element?.dataset.kdcd
  delete element?.dataset.quoteid
  if (location.search) history.replaceState(history.state, '', location.pathname + location.hash)
}

/** Opens a journey: an existing one by its id, or a new one from a car and a quote. */
export async function openJourney(id: string, { kdcd, quoteId }: Start) {
  const mine: Opening = { id, state: 'opening' }
  $writable.set(mine)
  // What was changed and typed before a session ended belongs to what is opened.
  await whenDraftRestored()
  if ($writable.get() !== mine) return
  const isNew = id === NEW_JOURNEY_ID
  const found = isNew ? await startNewJourney(kdcd, quoteId) : await loadJourney(id)
  // Another address was gone to meanwhile.
  if ($writable.get() !== mine) return
  // A new purchase that could not be saved for its customer goes on unsaved.
  const isOpen = found !== null || $journey.get()?.id === id
  $writable.set({ id, state: isOpen ? 'open' : 'failed' })
}
