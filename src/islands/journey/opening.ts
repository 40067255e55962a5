import { atom, readonlyType } from 'nanostores'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { whenDraftRestored } from '#stores/session/ended-session.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { startNewJourney } from '#stores/journey/new-journey.ts'

/** The state of opening a journey. */
export interface Opening {
  /** `new-quote` for a new one. */
  id: string
  /** `failed`: a toast shows why, or there was no car or quote to start from. */
  state: 'opening' | 'open' | 'failed'
}

const $writable = atom<Opening | null>(null)

/** The journey that is being opened, or was opened last. */
export const $opening = readonlyType($writable)

/** The car or quote a new purchase starts from; either may be empty. */
export interface Start {
  kdcd: string
  quoteId: string
}

const startElement = () => document.querySelector<HTMLElement>('[data-kdcd], [data-quoteid]')

/** Reads the start from the page’s data attributes `kdcd` and `quoteid` (specification §2). */
export function startOfPage(): Start {
  const { kdcd = '', quoteid = '' } = startElement()?.dataset ?? {}
  return { kdcd, quoteId: quoteid }
}

/** Removes the start from the page and its address, once the purchase is saved and has its own address. */
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
  // Drafts from before the session expired belong to this journey.
  await whenDraftRestored()
  if ($writable.get() !== mine) return
  const isNew = id === NEW_JOURNEY_ID
  const found = isNew ? await startNewJourney(kdcd, quoteId) : await loadJourney(id)
  // Another address has been opened since.
  if ($writable.get() !== mine) return
  // A new purchase that could not be saved for its customer goes on unsaved.
  const isOpen = found !== null || $journey.get()?.id === id
  $writable.set({ id, state: isOpen ? 'open' : 'failed' })
}
