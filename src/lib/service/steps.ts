/** The steps of a service booking, in order. The first is the page itself. */
export const BOOKING_STEPS = ['vehicle', 'outlet', 'service', 'time', 'contact', 'check'] as const
export type BookingStep = (typeof BOOKING_STEPS)[number]

export const STEP_LABELS: Record<BookingStep, string> = {
  vehicle: 'Vehicle',
  outlet: 'Dealer',
  service: 'Service',
  time: 'Time',
  contact: 'Your details',
  check: 'Check',
}

/** The choices and typed details of a booking; empty text where there is none yet. */
export interface BookingFacts {
  registration: string
  outletCode: string
  serviceCode: string
  hold: { outletCode: string; serviceCode: string } | null
  contact: { firstName: string; lastName: string; email: string; mobilePhone: string }
}

const isDone: Record<BookingStep, (facts: BookingFacts) => boolean> = {
  vehicle: ({ registration }) => registration !== '',
  outlet: ({ outletCode }) => outletCode !== '',
  service: ({ serviceCode }) => serviceCode !== '',
  // A time was chosen for one service at one workshop.
  time: ({ hold, outletCode, serviceCode }) =>
    hold?.outletCode === outletCode && hold.serviceCode === serviceCode,
  contact: ({ contact }) => Object.values(contact).every((text) => text.trim() !== ''),
  check: () => false,
}

/** The step that is opened for a requested one: itself, or the first unfinished one before it. */
export const resolveBookingStep = (wanted: BookingStep, facts: BookingFacts): BookingStep =>
  BOOKING_STEPS.slice(0, BOOKING_STEPS.indexOf(wanted)).find((step) => !isDone[step](facts)) ??
  wanted

/** The furthest step that can be opened. */
export const furthestBookingStep = (facts: BookingFacts): BookingStep =>
  resolveBookingStep('check', facts)

/** The hash of a step. */
export const hrefOf = (step: BookingStep) => (step === 'vehicle' ? '#/' : `#/${step}`)

/** Where the service page's hash leads. */
export type ServiceRoute =
  | { screen: 'step'; step: BookingStep }
  | { screen: 'booking' | 'change' | 'confirm'; bookingId: string; key: string | null }

/**
 * Reads a hash: `#/time`, `#/booking/{id}?key=…`, and with the same key `#/booking/{id}/change` and `…/confirm`. An
 * unknown one is the first step.
 */
export function parseServiceHash(hash: string): ServiceRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [first = '', bookingId = '', act] = path.split('/')
  if (first === 'booking' && /^[\w-]+$/.test(bookingId))
    return {
      screen: act === 'change' || act === 'confirm' ? act : 'booking',
      bookingId,
      key: new URLSearchParams(query).get('key'),
    }
  return { screen: 'step', step: BOOKING_STEPS.find((step) => step === first) ?? 'vehicle' }
}
