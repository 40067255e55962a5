import { MINUTE_MS } from '#lib/shared/durations.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'

/** A question that failed is asked again after this long. */
const FAILED_MS = MINUTE_MS
/** How many questions are remembered; the oldest are forgotten first. */
const MOST_QUESTIONS = 1000

interface Question<Answer> {
  answer: Promise<Answer>
  /** Until when it holds: while it is under way, and for a while when it failed. */
  untilMs: number
}

/** Counts a question before it is asked, and throws beyond the limit. */
export type Spend = () => Promise<void>

/**
 * Questions of this process to a provider that charges for each: those who ask the same at once share one.
 *
 * @throws {ProviderUnavailable} From what it returns, when the provider does not answer, or did not a moment ago.
 */
export function sharedQuestions<Answer>() {
  const questionsOf = new WeakMap<Deps, Map<string, Question<Answer>>>()
  return async (
    deps: Deps,
    asked: string,
    ask: () => Promise<Answer>,
    spend?: Spend,
  ): Promise<Answer> => {
    const questions = questionsOf.get(deps) ?? new Map<string, Question<Answer>>()
    questionsOf.set(deps, questions)
    const current = () => {
      const question = questions.get(asked)
      return question && deps.now().getTime() < question.untilMs ? question.answer : null
    }
    if (!current()) await spend?.()
    const shared = current()
    if (shared) return shared

    const question = { answer: ask(), untilMs: Infinity }
    questions.delete(asked)
    questions.set(asked, question)
    if (questions.size > MOST_QUESTIONS) questions.delete(questions.keys().next().value!)
    question.answer.then(
      () => questions.delete(asked),
      (error: unknown) => {
        question.untilMs =
          error instanceof ProviderUnavailable ? deps.now().getTime() + FAILED_MS : 0
      },
    )
    return question.answer
  }
}
