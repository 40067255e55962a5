import { createContext, use } from 'react'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { StepRoute } from '#lib/purchases/journey-steps.ts'

/** What every step is given: the journey it is about, and how to go on from it. */
export interface JourneyPage {
  journey: PurchaseJourney
  route: StepRoute
  /** The query behind the hash, as in `payment?statusCode=PAID`. */
  query: URLSearchParams
  /** The address of a place in this journey, as `#/{id}/owner-details/confirmation`. */
  href: (place: string) => string
  /** Names of pay options, from the catalogue. */
  payOptionNames: Readonly<Record<string, string>>
  /**
   * Saves changes and goes on to the next step.
   *
   * @param from The place that is left, where that is not the one shown.
   * @param onTaken Told once the server has taken the changes, which may be after it has gone on.
   * @returns Whether it did. When not, what was typed stays where it is and a toast has said why.
   */
  goOn: (changes?: JourneyPatch, from?: StepRoute, onTaken?: () => void) => Promise<boolean>
}

export const JourneyPageContext = createContext<JourneyPage | null>(null)

/** @throws {Error} Outside a journey: a step is only ever shown with one. */
export function useJourneyPage(): JourneyPage {
  const page = use(JourneyPageContext)
  if (page === null) throw new Error('A step was shown without its journey')
  return page
}
