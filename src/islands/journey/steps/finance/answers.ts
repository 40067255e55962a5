import { atom, readonlyType } from 'nanostores'
import type { Result } from '#lib/api/failure.ts'
import type { FinanceApplicationDraft, FinanceSection } from '#lib/finance/shapes.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { mergePatches } from '#lib/purchases/journey-patch.ts'
import { loadFinanceDraft } from '#stores/journey/journey.ts'
import { updateLater } from '#stores/journey/journey-updates.ts'
import {
  answerKey,
  draftOf,
  fromDraft,
  knownAnswers,
  toDraft,
  type Answer,
  type Answers,
} from './application.ts'
import type { QuestionGroup, RowsQuestion } from '#lib/finance/finance-questions.ts'
import type { Question } from '#lib/finance/licence-questions.ts'

interface FinanceAnswers {
  journeyId: string
  answers: Answers
  /** The part of them that the server has saved. */
  arrived: FinanceApplicationDraft
}

const $writable = atom<FinanceAnswers | null>(null)

/** The finance answers of the open journey, in this page's memory only; `null` until the server's draft has loaded. */
export const $financeAnswers = readonlyType($writable)

/** Opens the answers typed on this page, or the draft that the server saved on an earlier visit. */
export async function openFinanceAnswers(journey: PurchaseJourney): Promise<Result<unknown>> {
  const sheet = $writable.get()
  if (sheet?.journeyId === journey.id) {
    // Owner details may have been added since.
    const given = Object.entries(sheet.answers).filter(
      ([, answer]) => answer !== '' && answer !== null,
    )
    $writable.set({ ...sheet, answers: { ...knownAnswers(journey), ...Object.fromEntries(given) } })
    return { ok: true, value: undefined }
  }
  const draft = await loadFinanceDraft(journey.id)
  if (draft.ok && $writable.get()?.journeyId !== journey.id)
    $writable.set({
      journeyId: journey.id,
      answers: { ...knownAnswers(journey), ...fromDraft(draft.value) },
      arrived: draft.value,
    })
  return draft
}

/** Sets an answer, and saves it on the server as soon as it is complete. */
export function answer(section: FinanceSection, question: Question | RowsQuestion, given: Answer) {
  const sheet = $writable.get()
  if (!sheet) return
  const key = answerKey(section, question)
  $writable.set({ ...sheet, answers: { ...sheet.answers, [key]: given } })
  const financeApplication = draftOf(section, question, given)
  if (financeApplication) updateLater({ financeApplication })
}

/** The changes of a page that the server does not have yet; empty where nothing has changed. */
export function pageToSend(groups: readonly QuestionGroup[]): JourneyPatch {
  const sheet = $writable.get()
  if (!sheet) return {}
  const change = { financeApplication: toDraft(sheet.answers, groups) }
  return JSON.stringify(withChange(sheet, change)) === JSON.stringify(sheet.arrived) ? {} : change
}

/** Notes that the server has saved the changes of a page. */
export function noteArrived(journeyId: string, change: JourneyPatch) {
  const sheet = $writable.get()
  if (sheet?.journeyId === journeyId)
    $writable.set({ ...sheet, arrived: withChange(sheet, change) })
}

const withChange = ({ arrived }: FinanceAnswers, change: JourneyPatch): FinanceApplicationDraft =>
  mergePatches({ financeApplication: arrived }, change).financeApplication ?? {}

/** Forgets the answers once the application is sent. */
export const clearFinanceAnswers = () => $writable.set(null)
