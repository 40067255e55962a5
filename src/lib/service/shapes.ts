import { writtenRegistration } from '#lib/vehicles/vehicle.ts'
import { z } from '#lib/shared/zod.ts'
import { Address } from '#lib/customers/shapes.ts'
import { emailAddress, text } from '#lib/shared/input.ts'
import { BookedRecall, OpenRecall } from '#lib/vehicles/recall-shapes.ts'

/** A slot held for the browser that knows its id. */
export const ServiceHold = z.object({
  holdId: z.string(),
  outletCode: z.string(),
  serviceCode: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  heldUntil: z.string(),
})
export type ServiceHold = z.infer<typeof ServiceHold>

/** The person who brings the car. */
export const ServiceContact = z.strictObject({
  firstName: text(60),
  lastName: text(60),
  email: emailAddress,
  mobilePhone: text(30),
})
export type ServiceContact = z.infer<typeof ServiceContact>

export const ServiceRegistration = z.string().check(
  z.maxLength(40, 'is too long'),
  z.refine((typed) => writtenRegistration(typed) !== '', 'is required'),
)

/** A service booking. Prices are those promised when it was made, in cents with GST. */
export const ServiceBooking = z.object({
  bookingId: z.string(),
  /** One that was not confirmed in time is cancelled. */
  status: z.enum(['BOOKED', 'CANCELLED']),
  /** Until then the link in the email confirms it; `null` once it is confirmed. */
  confirmBy: z.nullable(z.string()),
  registration: z.string(),
  /** Decides between the two prices: `true` for an electric car; `null` if unknown. */
  isElectric: z.nullable(z.boolean()),
  service: z.object({
    code: z.string(),
    name: z.string(),
    minutes: z.int(),
    priceCents: z.int(),
    evPriceCents: z.int(),
  }),
  outlet: z.object({
    outletCode: z.string(),
    name: z.string(),
    phone: z.string(),
    /** `null` for a dealer that no longer exists. */
    address: z.nullable(Address),
  }),
  startsAt: z.string(),
  endsAt: z.string(),
  contact: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    mobilePhone: z.string(),
  }),
  note: z.string(),
  /** Recall repairs at the same visit, at no charge. */
  recalls: z.array(BookedRecall),
  /** Recalls of the car that are open and not part of the booking. */
  openRecalls: z.optional(z.array(OpenRecall)),
  /** Until then it can be changed and cancelled here. */
  changeUntil: z.string(),
  canChange: z.boolean(),
  created: z.string(),
  /** Counts changes, from 1. */
  version: z.int(),
})
export type ServiceBooking = z.infer<typeof ServiceBooking>
