import type { OwnerDetails, TradeVehicleInput } from './forms.ts'
import type { JourneyPatch, PurchaseJourney, TradeVehicle } from './shapes.ts'
import { furthestStep, type Step } from './journey-steps.ts'

/**
 * Changes of a journey on their way to the server: merging them, showing them before they are saved, rebasing them when
 * the journey was changed elsewhere first, and storing them in the browser.
 */

/** The fields that a patch may change and a journey has. The server never returns a finance draft. */
export type PatchedFields = Pick<
  PurchaseJourney,
  | 'currentQuoteRequest'
  | 'outletCode'
  | 'tradeInformation'
  | 'ownerDetails'
  | 'hasConfirmedOwnerDetails'
>

/** A vehicle that the server has not numbered yet; the number is not sent. */
const LOCAL_ID = 'new-'
export const isNumberedHere = (vehicleId: string): boolean => vehicleId.startsWith(LOCAL_ID)

/** Two changes as one: the later wins, finance answers merge by field, the furthest step never moves back. */
export function mergePatches(earlier: JourneyPatch, later: JourneyPatch): JourneyPatch {
  const merged = { ...earlier, ...later }
  if (earlier.metadata && later.metadata)
    merged.metadata = {
      furthestStep: furthestStep(earlier.metadata.furthestStep, later.metadata.furthestStep),
    }
  const [a, b] = [earlier.financeApplication, later.financeApplication]
  if (a && b)
    merged.financeApplication = {
      ...a,
      ...Object.fromEntries(
        Object.entries(b).map(([section, answers]) => [
          section,
          { ...a[section as keyof typeof a], ...answers },
        ]),
      ),
    }
  return merged
}

/** The journey as it will be once the patch has arrived. Prices stay until the server has said new ones. */
export function withPatch(journey: PurchaseJourney, patch: JourneyPatch): PurchaseJourney {
  const { metadata, tradeInformation, financeApplication: _draft, ...shown } = patch
  return {
    ...journey,
    ...shown,
    ...(metadata && {
      metadata: {
        ...journey.metadata,
        furthestStep: furthestStep(journey.metadata.furthestStep, metadata.furthestStep as Step),
      },
    }),
    ...(tradeInformation && {
      tradeInformation: {
        vehicles: tradeInformation.vehicles.map((vehicle, index) =>
          shownVehicle(vehicle, index, journey.tradeInformation.vehicles),
        ),
      },
    }),
  }
}

const shownVehicle = (
  vehicle: TradeVehicleInput,
  index: number,
  known: readonly TradeVehicle[],
): TradeVehicle => ({
  status: 'TRADE_ADDED',
  confirmedDate: null,
  photos: [],
  ...known.find(({ id }) => id === vehicle.id),
  ...vehicle,
  id: vehicle.id ?? `${LOCAL_ID}${index}`,
})

/** The fields of a journey's vehicles that a change writes. Photos are left out: they have calls of their own. */
export const vehicleInputs = (vehicles: readonly TradeVehicle[]): TradeVehicleInput[] =>
  vehicles.map(
    ({ id, registration, vin, make, model, year, odometerKm, condition, owingCents, request }) => ({
      id,
      registration,
      vin,
      make,
      model,
      year,
      odometerKm,
      condition,
      owingCents,
      ...(request && { request }),
    }),
  )

/** The patch for the request, without the local ids of new vehicles. */
export const forSending = (patch: JourneyPatch): JourneyPatch =>
  patch.tradeInformation
    ? {
        ...patch,
        tradeInformation: {
          vehicles: patch.tradeInformation.vehicles.map(({ id, ...vehicle }) =>
            id === undefined || id.startsWith(LOCAL_ID) ? vehicle : { ...vehicle, id },
          ),
        },
      }
    : patch

/** A patch without the fields that the browser may not store: finance answers, licence and date of birth (decision 11). */
export function forStorage<P extends { ownerDetails?: OwnerDetails | null }>(
  patch: P & { financeApplication?: unknown },
): P {
  const { financeApplication: _answers, ...kept } = patch
  if (!kept.ownerDetails) return kept as unknown as P
  const { driverLicence: _licence, dateOfBirth: _born, ...ownerDetails } = kept.ownerDetails
  return { ...kept, ownerDetails } as unknown as P
}

/**
 * Reduces a patch to the fields that were not changed elsewhere (decision 29).
 *
 * @param base The fields as they were when the patch was made.
 * @param now The current journey.
 * @returns The rest of the patch, and the fields in which the other change wins.
 */
export function rebase(
  patch: JourneyPatch,
  base: Partial<PatchedFields>,
  now: PurchaseJourney,
): { patch: JourneyPatch; lost: (keyof PatchedFields)[] } {
  const rest = { ...patch }
  const lost: (keyof PatchedFields)[] = []
  for (const field of COMPARED) {
    if (patch[field] === undefined) continue
    const acceptsAnother = field === 'tradeInformation' && acceptsAnotherOffer(patch, base, now)
    if (isAlike(field, now[field], base[field]) && !acceptsAnother) continue
    delete rest[field]
    const isOurs = isAlike(field, now[field], withPatch(now, patch)[field])
    if (!isOurs || acceptsAnother) lost.push(field)
  }
  if (rest.ownerDetails) rest.ownerDetails = { ...secrets(now), ...rest.ownerDetails }
  return { patch: rest, lost }
}

/** Whether a patch accepts an offer for a trade-in that has been replaced since. */
function acceptsAnotherOffer(
  patch: JourneyPatch,
  base: Partial<PatchedFields>,
  now: PurchaseJourney,
): boolean {
  const offerIn = (journey: Partial<PatchedFields>, vehicleId: string | undefined) =>
    journey.tradeInformation?.vehicles.find(({ id }) => id === vehicleId)?.offerCents
  return (patch.tradeInformation?.vehicles ?? []).some(
    ({ id, request }) => request === 'ACCEPT' && offerIn(now, id) !== offerIn(base, id),
  )
}

/** The fields a patch is about, as a journey has them. */
export const baseOf = (patch: JourneyPatch, journey: PurchaseJourney): Partial<PatchedFields> =>
  Object.fromEntries(
    COMPARED.filter((field) => patch[field] !== undefined).map((field) => [field, journey[field]]),
  )

export const isEmptyPatch = (patch: JourneyPatch): boolean => Object.keys(patch).length === 0

const COMPARED = [
  'currentQuoteRequest',
  'outletCode',
  'tradeInformation',
  'ownerDetails',
  'hasConfirmedOwnerDetails',
] as const satisfies (keyof PatchedFields)[]

/** The owner details that storage does not keep, from the server's copy. */
const secrets = ({ ownerDetails }: PurchaseJourney) => ({
  ...(ownerDetails?.driverLicence && { driverLicence: ownerDetails.driverLicence }),
  ...(ownerDetails?.dateOfBirth && { dateOfBirth: ownerDetails.dateOfBirth }),
})

/** Compares only what a client may write and storage may keep of a field. */
const isAlike = (field: keyof PatchedFields, a: unknown, b: unknown): boolean =>
  comparable(field, a) === comparable(field, b)

function comparable(field: keyof PatchedFields, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (field === 'tradeInformation') {
    const { vehicles } = value as PurchaseJourney['tradeInformation']
    return canonical(
      vehicleInputs(vehicles).map((vehicle) => ({ ...vehicle, id: undefined, request: undefined })),
    )
  }
  if (field === 'ownerDetails')
    return canonical(forStorage({ ownerDetails: value as OwnerDetails }).ownerDetails)
  return canonical(value)
}

/** JSON with the fields in one order, and empty ones left out. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, field]) => field !== undefined && field !== null && field !== '')
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  )
