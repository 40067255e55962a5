import { REGIONS } from '#lib/addresses/regions.ts'
import { StockLevel } from '#lib/codes.ts'
import { z } from '#lib/shared/zod.ts'
import { Address, Adviser, weekOf, WeekHours } from './brand.ts'
import { cents, code, count, email, list, phone, slug, text, traderNumber } from './values.ts'

export const Dealer = z.strictObject({
  outletCode: code,
  /** Its page's address, `/dealers/{slug}/`. */
  slug,
  name: text,
  address: Address,
  region: z.enum(REGIONS),
  latitude: z.number().check(z.gte(-48), z.lte(-34)),
  longitude: z.number().check(z.gte(166), z.lte(179)),
  phone,
  email,
  /** Whom buyers ask while they wait. */
  adviser: z.optional(Adviser),
  services: list(z.enum(['SALES', 'SERVICE', 'PARTS'])),
  hours: WeekHours,
  evCertified: z.boolean(),
  motorVehicleTraderNumber: traderNumber,
})
export type Dealer = z.infer<typeof Dealer>

const halfHours = z.nullable(
  z
    .string()
    .check(z.regex(/^\d{2}:[03]0-\d{2}:[03]0$/, 'must look like 07:30-17:00, in half hours')),
)

/** A service with a price. It takes whole half hours of one bay. */
export const ServiceType = z.strictObject({
  code,
  name: text,
  text,
  minutes: z.int().check(z.gte(30), z.multipleOf(30)),
  /** 0: costs nothing. */
  priceCents: cents,
  /** The price for an electric car. */
  evPriceCents: cents,
  includes: list(text),
})
export type ServiceType = z.infer<typeof ServiceType>

/** A dealer's workshop: its hours, and how many cars it works on at a time. */
export const Workshop = z.strictObject({
  outletCode: code,
  bays: z.int().check(z.gte(1), z.lte(50)),
  hours: weekOf(halfHours),
})
export type Workshop = z.infer<typeof Workshop>

export const Service = z.strictObject({
  /** The least hours between booking and service. */
  leadHours: count,
  /** The most days ahead that can be booked. */
  horizonDays: z.int().check(z.gte(7), z.lte(366)),
  /** The service interval in months or kilometres, whichever comes first. */
  interval: z.strictObject({ months: count.check(z.gte(1)), km: count.check(z.gte(1)) }),
  types: list(ServiceType),
  workshops: list(Workshop),
})
export type Service = z.infer<typeof Service>

/** A row of the stock table in a new database. */
export const StockLine = z.strictObject({
  kdcd: code,
  colourCode: code,
  level: StockLevel,
  quantity: count,
  etaWeeks: z.nullable(count),
  outletCode: z.nullable(code),
})
export type StockLine = z.infer<typeof StockLine>

/** Cars that can be ordered each month beyond stock, by model code. */
export const BuildSlots = z.strictObject({
  perMonthByModel: z.record(code, count),
  horizonMonths: count,
})
export type BuildSlots = z.infer<typeof BuildSlots>
