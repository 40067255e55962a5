import { atom, readonlyType } from 'nanostores'
import { loadFinanceDraft } from '#stores/journey.ts'
import { fromDraft, type Answer, type Answers } from './questions.ts'

interface Sheet {
  journeyId: string
  answers: Answers
}

const $writable = atom<Sheet | null>(null)

/** The finance answers of the open journey, in this page's memory only; `null` until the server's draft is here. */
export const $sheet = readonlyType($writable)

/** Goes on with the answers of this page, or with what the server kept from an earlier visit. */
export async function openSheet(journeyId: string) {
  if ($writable.get()?.journeyId === journeyId) return
  const draft = await loadFinanceDraft(journeyId)
  if ($writable.get()?.journeyId !== journeyId)
    $writable.set({ journeyId, answers: fromDraft(draft ?? {}) })
}

export function answer(key: string, given: Answer) {
  const sheet = $writable.get()
  if (sheet) $writable.set({ ...sheet, answers: { ...sheet.answers, [key]: given } })
}

/** Forgets the answers, once they are sent. */
export const closeSheet = () => $writable.set(null)
