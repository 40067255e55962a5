import { weekLines } from '#lib/service/opening-hours.ts'
import { REGIONS } from '#lib/addresses/regions.ts'
import { z } from '#lib/shared/zod.ts'
import {
  email,
  gstNumber,
  hex,
  host,
  list,
  nzbn,
  phone,
  slug,
  text,
  traderNumber,
} from './values.ts'

export const Address = z.strictObject({
  line1: text,
  line2: z.optional(text),
  suburb: z.string(),
  city: text,
  postcode: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  country: z.literal('NZ'),
})
export type Address = z.infer<typeof Address>

const dayHours = z.nullable(
  z.string().check(z.regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/, 'must look like 08:00-17:30')),
)

/** The hours of a week, by a shape for one day. */
export const weekOf = <Day extends z.ZodMiniType>(day: Day) =>
  z.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day })

/** The opening hours of a week; `null` on a closed day. */
export const WeekHours = weekOf(dayHours)

/** One value, or the ends of an axis. */
const axis = z.union([z.number(), z.tuple([z.number(), z.number()])])

/** Files of one weight together have all letters. */
const Typeface = z.strictObject({
  family: z.string().check(z.regex(/^[\p{L}\d -]+$/u, 'must be letters, digits and spaces')),
  files: list(
    z.strictObject({
      file: z
        .string()
        .check(z.regex(/^fonts\/[\w.-]+\.woff2$/, 'must be a file such as fonts/name.woff2')),
      weight: axis,
      /** In per cent; 100 if left out. */
      width: z.optional(axis),
    }),
  ),
})

/** A person whom buyers ask; without a phone of their own, that of the place. */
export const Adviser = z.strictObject({ name: text, phone: z.optional(phone) })

export const BrandFile = z.strictObject({
  name: text,
  legalName: text,
  strapline: text,
  description: text,
  domain: host,
  /** The slugs of the models, in the order the site shows them. */
  models: list(slug),
  /** The prefix of purchase references: `TV-7K3Q-XJ`. */
  referencePrefix: z
    .string()
    .check(z.regex(/^[A-Z]{2,3}$/, 'must be two or three capital letters')),
  /** Whom a buyer asks before choosing a dealer, and about a payment under review. */
  adviser: z.optional(Adviser),
  /** Who lends the money, where it is always the same lender. */
  lender: z.optional(z.strictObject({ name: text })),
  email,
  privacyEmail: email,
  phone,
  /** The region whose public holidays apply to the phone hours. */
  region: z.enum(REGIONS),
  /** When the phone is answered. */
  hours: WeekHours,
  address: Address,
  colours: z.strictObject({ primary: hex, accent: hex, ink: hex, surface: hex }),
  typeface: Typeface,
  motorVehicleTraderNumber: traderNumber,
  nzbn,
  gstNumber,
  legalLines: z.array(text),
})

export type Brand = z.infer<typeof BrandFile> & {
  /** `Monday to Friday, 8 am to 6 pm` */
  phoneHours: string
}

/** Adds the phone hours in words. */
export const withPhoneHours = (file: z.infer<typeof BrandFile>): Brand => ({
  ...file,
  phoneHours: weekLines(file.hours)
    .filter(({ hours }) => hours !== 'Closed')
    .map(({ days, hours }) => `${days}, ${hours}`)
    .join('; '),
})
