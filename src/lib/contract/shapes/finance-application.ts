import { z } from '#lib/zod.ts'
import { DriverLicenceType, Frequency, Gender } from './codes.ts'
import { cents, day, text, textOrEmpty } from './input.ts'

const years = z.number().check(z.gte(0), z.lte(80))
const count = z.int('must be a whole number').check(z.gte(0), z.lte(30))
const perMonth = cents

export const FinanceApplication = z.strictObject({
  residence: z.strictObject({
    dateOfBirth: day,
    gender: z.optional(Gender),
    dependants: count,
    livingSituation: z.enum(['OWN', 'MORTGAGE', 'RENT', 'BOARD', 'FAMILY']),
    yearsAtAddress: years,
    residency: z.enum(['CITIZEN', 'RESIDENT', 'VISA']),
    driverLicenceType: DriverLicenceType,
  }),
  employment: z.strictObject({
    type: z.enum(['FULL_TIME', 'PART_TIME', 'CASUAL', 'SELF_EMPLOYED', 'BENEFIT', 'RETIRED']),
    employer: textOrEmpty(100),
    role: textOrEmpty(100),
    years: years,
  }),
  income: z.strictObject({
    incomeAfterTaxCents: cents,
    incomeFrequency: Frequency,
    otherIncomePerMonthCents: perMonth,
    partnerSharePerMonthCents: perMonth,
  }),
  assets: z.strictObject({
    homeValueCents: cents,
    savingsCents: cents,
    vehiclesCents: cents,
    kiwiSaverCents: cents,
  }),
  liabilities: z.strictObject({
    housingPerMonthCents: perMonth,
    loansPerMonthCents: perMonth,
    cardLimitsCents: cents,
    buyNowPayLaterPerMonthCents: perMonth,
    livingCostsPerMonthCents: perMonth,
  }),
  declarations: z.strictObject({
    isTrue: z.literal(true, 'must be accepted'),
    creditCheckConsent: z.literal(true, 'must be accepted'),
    electronicConsent: z.literal(true, 'must be accepted'),
  }),
  signature: z.strictObject({ method: z.enum(['TYPED']), name: text(121) }),
})
export type FinanceApplication = z.infer<typeof FinanceApplication>

/** What has been filled in so far. */
export const FinanceApplicationDraft = z.partial(
  z.strictObject({
    residence: z.partial(FinanceApplication.shape.residence),
    employment: z.partial(FinanceApplication.shape.employment),
    income: z.partial(FinanceApplication.shape.income),
    assets: z.partial(FinanceApplication.shape.assets),
    liabilities: z.partial(FinanceApplication.shape.liabilities),
  }),
)
export type FinanceApplicationDraft = z.infer<typeof FinanceApplicationDraft>
