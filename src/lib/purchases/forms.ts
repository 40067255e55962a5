import { DriverLicenceType } from '#lib/codes.ts'
import { Address } from '#lib/customers/shapes.ts'
import {
  cents,
  code,
  day,
  emailAddress,
  licenceNumber,
  licenceVersion,
  nzbn,
  plate,
  text,
  textOrEmpty,
} from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'

/** Bodies that a form checks before they are sent. Pages know of a call only how it is made (`endpoint.ts`). */

export const AgreementAnswer = z.strictObject({
  agreementId: code,
  isAccepted: z.literal(true, 'Please tick this box to continue'),
  name: text(121),
})

/** The numbers of a car, as staff type them. */
export const CarNumbers = z.strictObject({
  stockNumber: text(20),
  vin: z
    .string()
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'must be 17 letters and digits, without I, O and Q'),
    ),
})

/** The fields of a trade-in vehicle that a client writes; the rest of `TradeVehicle` is the server's. */
export const TradeVehicleInput = z.strictObject({
  id: z.optional(code),
  registration: plate,
  vin: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.toUpperCase(),
        z.regex(/^([A-HJ-NPR-Za-hj-npr-z0-9]{17})?$/, 'is not a VIN'),
      ),
  ),
  make: text(40),
  model: text(60),
  year: z.int('must be a year').check(z.gte(1900, 'must be a year'), z.lte(2100, 'must be a year')),
  odometerKm: z
    .int('must be a whole number')
    .check(z.gte(0, 'must not be negative'), z.lte(2_000_000, 'is too large')),
  condition: z.optional(textOrEmpty(500)),
  // At most a million dollars: five cars' together fit a payment.
  owingCents: cents.check(z.lte(100_000_000, 'is too large')),
  photos: z.optional(z.array(code).check(z.maxLength(12, 'are limited to 12'))),
  request: z.optional(z.enum(['APPRAISAL', 'ACCEPT'])),
})
export type TradeVehicleInput = z.infer<typeof TradeVehicleInput>

export const TradeInformationInput = z.strictObject({
  vehicles: z.array(TradeVehicleInput).check(z.maxLength(5, 'are limited to 5')),
})
export type TradeInformationInput = z.infer<typeof TradeInformationInput>

/** A part of an optional group: it is required when the others are given. */
const ofLicence = <S extends z.ZodMiniType>(part: S): S =>
  part.clone({
    ...part.def,
    error: ({ input }) =>
      input === undefined ? 'is needed too: fill in all three licence fields, or none' : undefined,
  }) as S

export const OwnerDetails = z.strictObject({
  customerType: z.enum(['INDIVIDUAL', 'COMPANY']),
  firstName: text(60),
  lastName: text(60),
  companyName: z.optional(textOrEmpty(100)),
  nzbn: z.optional(nzbn),
  email: emailAddress,
  mobilePhone: text(30),
  homePhone: z.optional(textOrEmpty(30)),
  workPhone: z.optional(textOrEmpty(30)),
  postalAddress: Address,
  driverLicence: z.optional(
    z.strictObject({
      number: ofLicence(licenceNumber),
      version: ofLicence(licenceVersion),
      type: ofLicence(DriverLicenceType),
    }),
  ),
  dateOfBirth: z.optional(day),
})
export type OwnerDetails = z.infer<typeof OwnerDetails>
