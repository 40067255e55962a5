import { z } from '#lib/zod.ts'
import { hex, text } from './values.ts'

export const Address = z.strictObject({
  line1: text,
  line2: z.optional(text),
  suburb: z.string(),
  city: text,
  postcode: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  country: z.literal('NZ'),
})
export type Address = z.infer<typeof Address>

export const Brand = z.strictObject({
  name: text,
  legalName: text,
  strapline: text,
  description: text,
  domain: text,
  /** What the reference of each purchase begins with: `TV-7K3Q-XJ`. */
  referencePrefix: z
    .string()
    .check(z.regex(/^[A-Z]{2,3}$/, 'must be two or three capital letters')),
  email: text,
  privacyEmail: text,
  phone: text,
  phoneHours: text,
  address: Address,
  colours: z.strictObject({ primary: hex, accent: hex, ink: hex, surface: hex }),
  motorVehicleTraderNumber: text,
  nzbn: text,
  legalLines: z.array(text),
})
export type Brand = z.infer<typeof Brand>
