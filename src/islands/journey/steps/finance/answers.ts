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
  /** What of them the server had, or has taken since as a page was gone on from. */
  arrived: FinanceApplicationDraft
}

const $writable = atom<FinanceAnswers | null>(null)

/** The finance answers of the open journey, in this page's memory only; `null` until the server's draft is here. */
export const $financeAnswers = readonlyType($writable)

/** Goes on with the answers of this page, or with what the server kept from an earlier visit. */
export async function openFinanceAnswers(journey: PurchaseJourney): Promise<Result<unknown>> {
  const sheet = $writable.get()
  if (sheet?.journeyId === journey.id) {
    // Owner details may have been given meanwhile.
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

/** Takes an answer down, and has the server keep it as soon as it is a whole one. */
export function answer(section: FinanceSection, question: Question | RowsQuestion, given: Answer) {
  const sheet = $writable.get()
  if (!sheet) return
  const key = answerKey(section, question)
  $writable.set({ ...sheet, answers: { ...sheet.answers, [key]: given } })
  const financeApplication = draftOf(section, question, given)
  if (financeApplication) updateLater({ financeApplication })
}

/** What of a page is still to be sent as it is gone on from: nothing where nothing has changed. */
export function pageToSend(groups: readonly QuestionGroup[]): JourneyPatch {
  const sheet = $writable.get()
  if (!sheet) return {}
  const change = { financeApplication: toDraft(sheet.answers, groups) }
  return JSON.stringify(withChange(sheet, change)) === JSON.stringify(sheet.arrived) ? {} : change
}

/** Notes that the server has taken what of a page was to be sent. */
export function noteArrived(journeyId: string, change: JourneyPatch) {
  const sheet = $writable.get()
  if (sheet?.journeyId === journeyId)
    $writable.set({ ...sheet, arrived: withChange(sheet, change) })
}

const withChange = ({ arrived }: FinanceAnswers, change: JourneyPatch): FinanceApplicationDraft =>
  mergePatches({ financeApplication: arrived }, change).financeApplication ?? {}

/** Forgets the answers, once they are sent. */
export const clearFinanceAnswers = () => $writable.set(null)
