import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import {
  resolveStep,
  stepPath,
  type JourneyAddress,
  type StepFacts,
  type StepRoute,
} from '#lib/purchases/journey-steps.ts'

/** The hash of a step in a purchase, `#/{id}/{place}`. */
export const journeyHash = (id: string, place: string, query = new URLSearchParams()): string => {
  const search = query.toString()
  return `#/${id}/${place}${search ? `?${search}` : ''}`
}

/** The step an address resolves to, and the canonical address of that step. */
export interface ResolvedAddress {
  route: StepRoute
  hash: string
  /** The address differs from the canonical one and must be replaced. */
  isElsewhere: boolean
}

/**
 * Resolves an address to a step of the open journey (decision 26).
 *
 * The address of a quote that has been saved since resolves to the same step of the journey it became, without the
 * sub-step of owner details, which is done by then.
 *
 * @returns `null` when no step can be shown, which only happens before a journey has loaded.
 */
export function resolveAddress(
  address: JourneyAddress,
  journey: StepFacts | null,
): ResolvedAddress | null {
  if (journey === null) return null
  const wasUnsaved = isUnsavedAddress(address) && journey.id !== NEW_JOURNEY_ID
  const route = resolveStep(journey, {
    step: address.step,
    subStep: wasUnsaved ? '' : address.subStep,
  })
  if (route === null) return null
  const hash = journeyHash(journey.id, stepPath(route), address.query)
  const isElsewhere = hash !== journeyHash(address.id, stepPath(address), address.query)
  return { route, hash, isElsewhere }
}

/** Whether an address means the quote that this page starts from, not a saved journey. */
export const isUnsavedAddress = ({ id }: Pick<JourneyAddress, 'id'>): boolean =>
  id === '' || id === NEW_JOURNEY_ID
