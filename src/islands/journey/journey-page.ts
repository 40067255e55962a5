import { createContext, use } from 'react'
import type { BackdropName } from '#lib/art/backdrops.ts'
import type { JourneyPatch, PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { AdviserFacts } from '#ui/purchase/AdviserCard.tsx'
import type { StepRoute } from '#lib/purchases/journey-steps.ts'

/** The context of every step: the journey, and a function to go on to the next step. */
export interface JourneyPage {
  journey: PurchaseJourney
  route: StepRoute
  /** The query in the hash, as in `payment?statusCode=PAID`. */
  query: URLSearchParams
  /** The address of a step in this journey, as `#/{id}/owner-details/confirmation`. */
  href: (place: string) => string
  /** Names of pay options, from the catalogue. */
  payOptionNames: Readonly<Record<string, string>>
  /** The name of the brand's lender, where it has one. */
  lender?: string | undefined
  /** Whom a buyer asks at the brand itself. */
  desk?: AdviserFacts | undefined
  /** The landscape of each model, by its slug. */
  scenes: Readonly<Record<string, BackdropName>>
  /**
   * Saves changes and goes on to the next step.
   *
   * @param from The step to leave, where it is not the current one.
   * @param onTaken Called once the server has saved the changes, which may be after moving on.
   * @returns Whether it moved on. If not, typed text stays and a toast shows why.
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
