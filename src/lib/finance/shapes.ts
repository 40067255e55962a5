import { z } from '#lib/shared/zod.ts'
import { DriverLicenceType, Frequency, Gender } from '#lib/codes.ts'
import { cents, day, licenceNumber, licenceVersion, text, textOrEmpty } from '#lib/shared/input.ts'

const years = z.number().check(z.gte(0), z.lte(80))
const count = z.int('must be a whole number').check(z.gte(0), z.lte(30))
const perMonth = cents
const loan = z.strictObject({
  lender: text(60),
  balanceCents: cents,
  paymentPerMonthCents: perMonth,
})
const loans = <L extends z.core.$ZodType>(row: L) =>
  z.array(row).check(z.maxLength(10, 'are limited to 10'))

/** The lender's questions. An optional field may still be required: see {@link ASKED_ONLY}. */
const sections = {
  residence: z.strictObject({
    dateOfBirth: day,
    gender: z.optional(Gender),
    maritalStatus: z.enum(['SINGLE', 'PARTNER', 'SEPARATED', 'WIDOWED']),
    dependants: count,
    residency: z.enum(['CITIZEN', 'RESIDENT', 'VISA']),
    visaExpires: z.optional(day),
    driverLicenceType: DriverLicenceType,
    driverLicenceNumber: licenceNumber,
    driverLicenceVersion: licenceVersion,
    driverLicenceExpires: day,
    address: text(200),
    yearsAtAddress: years,
    previousAddress: z.optional(text(200)),
    livingSituation: z.enum(['OWN', 'MORTGAGE', 'RENT', 'BOARD', 'FAMILY']),
  }),
  employment: z.strictObject({
    type: z.enum(['FULL_TIME', 'PART_TIME', 'CASUAL', 'SELF_EMPLOYED', 'BENEFIT', 'RETIRED']),
    employer: z.optional(text(100)),
    role: z.optional(text(100)),
    years,
    previousEmployer: z.optional(textOrEmpty(100)),
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
    loans: loans(loan),
    cardLimitsCents: cents,
    buyNowPayLaterPerMonthCents: perMonth,
    foodPerMonthCents: perMonth,
    homeBillsPerMonthCents: perMonth,
    transportPerMonthCents: perMonth,
    insurancePerMonthCents: perMonth,
    childrenPerMonthCents: perMonth,
    otherCostsPerMonthCents: perMonth,
    expectedChange: z.enum(['NONE', 'BETTER', 'WORSE']),
    expectedChangeInWords: z.optional(text(300)),
  }),
}
export type FinanceSection = keyof typeof sections

/** A condition on another answer of the same section. */
type Condition = { field: string; isOptional?: true } & (
  { isOneOf: readonly string[] } | { isBelow: number }
)

const WORKING = ['FULL_TIME', 'PART_TIME', 'CASUAL', 'SELF_EMPLOYED']
/** A person with fewer years at an address or a job is asked for the one before. */
const SETTLED_YEARS = 3

/** Questions that are asked only after certain answers, and required then unless they are optional. */
const ASKED_ONLY: Partial<Record<FinanceSection, Record<string, Condition>>> = {
  residence: {
    visaExpires: { field: 'residency', isOneOf: ['VISA'] },
    previousAddress: { field: 'yearsAtAddress', isBelow: SETTLED_YEARS },
  },
  employment: {
    employer: { field: 'type', isOneOf: WORKING },
    role: { field: 'type', isOneOf: WORKING },
    previousEmployer: { field: 'years', isBelow: SETTLED_YEARS, isOptional: true },
  },
  liabilities: {
    expectedChangeInWords: { field: 'expectedChange', isOneOf: ['BETTER', 'WORSE'] },
  },
}

/** Whether a question is asked, given the other answers of its section. */
export function isAsked(
  section: FinanceSection,
  field: string,
  answers: Readonly<Record<string, unknown>>,
): boolean {
  const condition = ASKED_ONLY[section]?.[field]
  if (!condition) return true
  const answer = answers[condition.field]
  return 'isBelow' in condition
    ? typeof answer === 'number' && answer < condition.isBelow
    : condition.isOneOf.includes(answer as string)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A section in which every question that is asked is required. */
const whole = <S extends FinanceSection>(name: S): (typeof sections)[S] =>
  (sections[name] as z.ZodMiniType).check(
    ...Object.entries<Condition>(ASKED_ONLY[name] ?? {})
      .filter(([, { isOptional }]) => !isOptional)
      .map(([field]) =>
        z.refine(
          (given) => !isObject(given) || given[field] !== undefined || !isAsked(name, field, given),
          // Reported together with the other missing fields, and not only after them.
          { path: [field], error: 'is required', when: () => true },
        ),
      ),
  ) as unknown as (typeof sections)[S]

/** The size of a drawn signature. */
export const DRAWING_SIZE = { width: 600, height: 200 }

/** Lines on paper of {@link DRAWING_SIZE}, written as the path of an SVG: `M10 20L12 24L15 30`. */
const drawing = z
  .string()
  .check(
    z.maxLength(30_000, 'is too long'),
    z.regex(/^(M\d{1,4} \d{1,4}(L\d{1,4} \d{1,4})*)+$/, 'is not a drawing'),
  )

export const FinanceApplication = z.strictObject({
  residence: whole('residence'),
  employment: whole('employment'),
  income: whole('income'),
  assets: whole('assets'),
  liabilities: whole('liabilities'),
  declarations: z.strictObject({
    isTrue: z.literal(true, 'Please tick this box to continue'),
    creditCheckConsent: z.literal(true, 'Please tick this box to continue'),
    electronicConsent: z.literal(true, 'Please tick this box to continue'),
  }),
  signature: z
    .strictObject({
      method: z.enum(['TYPED', 'DRAWN']),
      name: text(121),
      drawing: z.optional(drawing),
      /** The version of the shown document. */
      documentVersion: text(40),
    })
    .check(
      z.refine(({ method, drawing }) => method === 'TYPED' || drawing !== undefined, {
        path: ['drawing'],
        error: 'is required',
      }),
    ),
})
export type FinanceApplication = z.infer<typeof FinanceApplication>

/** A partly filled-in section; `null` removes an answer. */
const soFar = <S extends z.core.$ZodShape>(shape: S) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([field, schema]) => [field, z.nullish(schema)]),
    ) as unknown as { [F in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[F]>> },
  )

export const draftSections = {
  residence: soFar(sections.residence.shape),
  employment: soFar(sections.employment.shape),
  income: soFar(sections.income.shape),
  assets: soFar(sections.assets.shape),
  liabilities: soFar({ ...sections.liabilities.shape, loans: loans(z.partial(loan)) }),
}

/** The answers filled in so far. */
export const FinanceApplicationDraft = z.partial(z.strictObject(draftSections))
export type FinanceApplicationDraft = z.infer<typeof FinanceApplicationDraft>

/** The stored answers that are still valid: the questions may have changed since. */
export const stillAsked = (kept: Record<string, unknown>): FinanceApplicationDraft =>
  Object.fromEntries(
    Object.entries(draftSections).flatMap(([section, { shape }]) => {
      const given = kept[section]
      if (!isObject(given)) return []
      const fields: Record<string, z.core.$ZodType> = shape
      const answers = Object.entries(given).filter(
        ([field, answer]) => field in fields && z.safeParse(fields[field]!, answer).success,
      )
      return [[section, Object.fromEntries(answers)]]
    }),
  )
