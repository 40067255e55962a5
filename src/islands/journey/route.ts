import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import {
  resolveStep,
  stepPath,
  type JourneyAddress,
  type StepFacts,
  type StepRoute,
} from '#lib/purchases/journey-steps.ts'

/** The hash of a place in a purchase, `#/{id}/{place}`. */
export const journeyHash = (id: string, place: string, query = new URLSearchParams()): string => {
  const search = query.toString()
  return `#/${id}/${place}${search ? `?${search}` : ''}`
}

/** The step an address leads to, and the address that step really has. */
export interface Landing {
  route: StepRoute
  hash: string
  /** The address is not the step's own and is to be replaced by it. */
  isElsewhere: boolean
}

/**
 * Where an address leads in the journey that is open (decision 26).
 *
 * The address of a quote that has been saved since leads to the same step of the journey it became. Its sub-steps
 * of owner details are behind it then.
 *
 * @returns `null` when no step can be shown, which is so only before a journey has loaded.
 */
export function land(address: JourneyAddress, journey: StepFacts | null): Landing | null {
  if (journey === null) return null
  const wasUnsaved = isUnsavedAddress(address) && journey.id !== NEW_JOURNEY_ID
  const route = resolveStep(journey, {
    step: address.step,
    subStep: wasUnsaved ? '' : address.subStep,
  })
  if (route === null) return null
  const hash = journeyHash(journey.id, stepPath(route), address.query)
  const isElsewhere = hash !== journeyHash(address.id, addressPath(address), address.query)
  return { route, hash, isElsewhere }
}

/** Whether an address means the quote that this page starts from, not a saved journey. */
export const isUnsavedAddress = ({ id }: Pick<JourneyAddress, 'id'>): boolean =>
  id === '' || id === NEW_JOURNEY_ID

const addressPath = ({ step, subStep }: JourneyAddress) =>
  subStep === '' ? step : `${step}/${subStep}`
