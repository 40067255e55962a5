import { computed } from 'nanostores'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { ApiCall } from '#lib/api/client.ts'
import type { ApiFailure, Result } from '#lib/api/failure.ts'
import {
  bookService,
  holdServiceSlot,
  releaseServiceHold,
  renewServiceHold,
} from '#lib/service/calls.ts'
import { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { ServiceHold, type ServiceBooking } from '#lib/service/shapes.ts'
import { normalisePlateOrVin } from '#lib/vehicles/vehicle.ts'
import { throttleLatest } from '#lib/shared/timing.ts'
import { z } from '#lib/shared/zod.ts'
import { lookUpCar } from '#stores/site/look-up-car.ts'
import { siteCall } from '#stores/site/api.ts'
import { solvePuzzle } from '#stores/sign-in/puzzle.ts'
import { TYPED_KEPT_MS } from '#stores/session/old-input.ts'
import { $customer, $storedService, $user } from '#stores/session/session.ts'
import { persistentAtom } from '#stores/site/storage.ts'

/** A hold is asked for again once it has less than this left. */
const RENEW_BEFORE_MS = 4 * 60_000
const RENEW_INTERVAL_MS = 20_000

const Draft = z.object({
  registration: z.string(),
  /** As the chooser showed it: registration, make, model and year. */
  vehicle: z.string(),
  /** Whether it has no engine; `null` where that is not known. */
  isElectric: z.nullable(z.boolean()),
  /** The car's open recalls; `null` until they are looked up. */
  openRecalls: z.nullable(z.array(OpenRecall)),
  /** Those that are repaired at the same visit, by number. */
  recallNumbers: z.array(z.string()),
  serviceCode: z.string(),
  hold: z.nullable(ServiceHold),
  contact: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobilePhone: z.string(),
  }),
  note: z.string(),
  /** When the visitor or customer last changed it. */
  savedAtMs: z.number(),
})
export type ServiceDraft = z.infer<typeof Draft>

export const EMPTY_DRAFT: ServiceDraft = {
  registration: '',
  vehicle: '',
  isElectric: null,
  openRecalls: null,
  recallNumbers: [],
  serviceCode: '',
  hold: null,
  contact: { firstName: '', lastName: '', email: '', mobilePhone: '' },
  note: '',
  savedAtMs: 0,
}

/** Storage outlives our code, and a shared computer its user: an invalid draft, or one that is a day old, reads as empty. */
export function decodeDraft(stored: string | undefined, nowMs = Date.now()): ServiceDraft {
  if (stored === undefined) return EMPTY_DRAFT
  try {
    const draft = Draft.parse(JSON.parse(stored))
    return nowMs - draft.savedAtMs < TYPED_KEPT_MS ? draft : EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}

/** A service booking as far as it is chosen and typed. It is forgotten with the session, in every tab. */
export const $serviceDraft = computed($storedService, (stored) => decodeDraft(stored))

/** The outlet chosen last. It is not private, so it is kept for the next visit. */
export const $serviceOutlet = persistentAtom<string>('service-outlet:1', '')

/** Whether contact or note were typed since this page loaded: what an earlier page kept may be another person's. */
let isTypedHere = false
$storedService.listen((stored) => {
  if (stored === undefined) isTypedHere = false
})

/** Keeps what a visitor or customer chose or typed. */
export function changeDraft(change: Partial<ServiceDraft>, savedAtMs?: number) {
  isTypedHere ||= 'contact' in change || 'note' in change
  store(change, savedAtMs)
}

/** Adds what a page looks up for the draft. That keeps it no longer: whose details it has may be long gone. */
export function completeDraft(found: Partial<ServiceDraft>) {
  const { savedAtMs } = $serviceDraft.get()
  if (savedAtMs > 0) store(found, savedAtMs)
}

function store(change: Partial<ServiceDraft>, savedAtMs = Date.now()) {
  $storedService.set(JSON.stringify({ ...$serviceDraft.get(), ...change, savedAtMs }))
}

/**
 * The vehicle of a booking. One that was chosen before keeps the recall repairs that were added for it; another one keeps
 * only contact and note that were typed on this page.
 */
export function chooseVehicle(
  chosen: Pick<ServiceDraft, 'registration' | 'vehicle' | 'isElectric' | 'openRecalls'>,
) {
  const before = $serviceDraft.get()
  const isSame = chosen.registration === before.registration
  const { contact, note } = isSame || isTypedHere ? before : EMPTY_DRAFT
  const { recallNumbers } = isSame ? before : EMPTY_DRAFT
  store({ ...chosen, contact, note, recallNumbers })
}

/**
 * Looks the open recalls of a typed registration or VIN up. A car that is not known has none; any other failure leaves
 * them unknown, to be tried again.
 *
 * @returns Why they are unknown; `null` once they are known.
 */
export async function loadOpenRecalls(): Promise<ApiFailure | null> {
  const { registration, openRecalls } = $serviceDraft.get()
  const asked = normalisePlateOrVin(registration)
  if (openRecalls !== null || asked === null) return null
  const answer = await lookUpCar(asked)
  const isUnknown = !answer.ok && 'status' in answer.failure && answer.failure.status === 404
  if (!answer.ok && !isUnknown) return answer.failure
  if ($serviceDraft.get().registration === registration)
    completeDraft({ openRecalls: answer.ok ? (answer.value.openRecalls ?? []) : [] })
  return null
}

/** The recall repairs that are part of the booking. */
export const bookedRecalls = ({
  openRecalls,
  recallNumbers,
}: Pick<ServiceDraft, 'openRecalls' | 'recallNumbers'>): OpenRecall[] =>
  (openRecalls ?? []).filter(({ recallNumber }) => recallNumbers.includes(recallNumber))

/** Clears the draft; the outlet is kept. */
export const clearDraft = () => $storedService.set(undefined)

/** Holds a time, in place of the one held before. */
export async function holdTime(
  wish: { outletCode: string; serviceCode: string; startsAt: string },
  replaces: string | undefined,
  call: ApiCall = siteCall,
): Promise<Result<ServiceHold>> {
  return call(holdServiceSlot, { body: { ...wish, ...(replaces ? { replaces } : {}) } })
}

/** Whether a time is held at this moment. */
export const isHeld = (hold: ServiceHold | null, nowMs = serverNowMs()): boolean =>
  hold !== null && Date.parse(hold.heldUntil) > nowMs

const renew = throttleLatest(async () => {
  const { hold } = $serviceDraft.get()
  if (!hold) return
  const answer = await siteCall(renewServiceHold, { params: { id: hold.holdId } })
  // Not if another time has been chosen, or this one booked, since.
  if (answer.ok && $serviceDraft.get().hold?.holdId === hold.holdId)
    completeDraft({ hold: answer.value })
}, RENEW_INTERVAL_MS)

/** Extends the hold while its booking is typed. */
export function keepHold(nowMs = serverNowMs()) {
  const { hold } = $serviceDraft.get()
  if (hold && Date.parse(hold.heldUntil) - nowMs < RENEW_BEFORE_MS) void renew()
}

/** Releases the held time. */
export function dropHold(call: ApiCall = siteCall) {
  const { hold } = $serviceDraft.get()
  if (!hold) return
  changeDraft({ hold: null })
  void call(releaseServiceHold, { params: { id: hold.holdId } })
}

/** Books the draft, for the page's customer where there is one. */
export async function bookDraft(
  call: ApiCall = siteCall,
): Promise<Result<{ booking: ServiceBooking; bookingKey: string }>> {
  const draft = $serviceDraft.get()
  const { hold, registration, contact, note } = draft
  const recallNumbers = bookedRecalls(draft).map(({ recallNumber }) => recallNumber)
  const customer = $customer.get()
  const captcha = $user.get() ? null : await solvePuzzle()
  if (captcha?.ok === false) return captcha
  return call(bookService, {
    body: {
      holdId: hold?.holdId ?? '',
      registration,
      contact,
      note,
      ...(recallNumbers.length > 0 ? { recallNumbers } : {}),
      ...(customer ? { customerId: customer.id } : {}),
    },
    ...(captcha && { captchaToken: captcha.value }),
  })
}
