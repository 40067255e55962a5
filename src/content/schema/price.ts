import { z } from '#lib/shared/zod.ts'
import { Powertrain } from './model.ts'
import { cents, code, count, list, pctByNumber, percent, positive, text } from './values.ts'

export const OnRoadCosts = z.strictObject({
  standardCents: cents,
  byPowertrain: z.record(Powertrain, cents),
  includes: list(text),
})
export type OnRoadCosts = z.infer<typeof OnRoadCosts>

const fixedDeposit = z.strictObject({ kind: z.literal('FIXED'), cents })
const shareDeposit = z.strictObject({
  kind: z.literal('PCT_OF_TOTAL'),
  pct: percent,
  minCents: cents,
})
export const Deposits = z.strictObject({
  cash: fixedDeposit,
  finance: shareDeposit,
  lease: fixedDeposit,
  reservation: fixedDeposit,
})
export type Deposits = z.infer<typeof Deposits>

export const OnRoadFile = z.strictObject({ onRoadCosts: OnRoadCosts, deposits: Deposits })

const ElectricDriving = z.strictObject({
  /** Of the range in the test cycle: at 5 °C with heating, and at 100 km/h. */
  winterRangePct: percent,
  motorwayRangePct: percent,
  /** At home: a three-pin socket and a wallbox. */
  socketKw: positive,
  wallboxKw: positive,
  /** What charging at home takes from the grid beyond what the battery holds. */
  chargingLossPct: percent,
  trips: z.array(z.strictObject({ from: text, to: text, km: count })),
})
export type ElectricDriving = z.infer<typeof ElectricDriving>

export const EconomyAssumptions = z.strictObject({
  petrolPerLitreCents: cents,
  dieselPerLitreCents: cents,
  electricityPerKwhCents: cents,
  annualDistanceKm: count,
  rucEvPer1000KmCents: cents,
  rucDieselPer1000KmCents: cents,
  rucPhevPer1000KmCents: cents,
  /** How plug-in cars are driven and charged. Left out, their pages show the figures of the test cycle alone. */
  electric: z.optional(ElectricDriving),
  note: text,
})
export type EconomyAssumptions = z.infer<typeof EconomyAssumptions>

const product = { code, payOption: code, name: text }
const fees = z.strictObject({
  establishmentCents: cents,
  dealerOriginationCents: cents,
  ppsrCents: cents,
  accountFeePerMonthCents: cents,
  earlyRepaymentAdminCents: cents,
  missedPaymentCents: cents,
})

const LoanProduct = z.strictObject({
  ...product,
  kind: z.literal('LOAN'),
  description: text,
  annualInterestRatePct: percent,
  termsMonths: list(count),
  minDepositPct: percent,
  frequencies: list(z.enum(['Weekly', 'Fortnightly', 'Monthly'])),
  balloon: z.enum(['NONE', 'GUARANTEED_FUTURE_VALUE']),
  kmPerYear: z.optional(list(count)),
  gfvAdjustPctByKm: z.optional(pctByNumber),
  excessKmCents: z.optional(cents),
  minAmountFinancedCents: z.optional(cents),
  maxAmountFinancedCents: z.optional(cents),
  fees,
})
export type LoanProduct = z.infer<typeof LoanProduct>

const LeaseProduct = z.strictObject({
  ...product,
  kind: z.literal('LEASE'),
  annualMoneyRatePct: percent,
  termsMonths: list(count),
  kmPerYear: list(count),
  includes: list(text),
  services: z.optional(z.array(text)),
  monthlyServiceCents: cents,
  upfrontPayments: count,
  excessKmCents: cents,
  residualPctByTerm: pctByNumber,
  residualAdjustPctByKm: pctByNumber,
  residualBase: text,
})
export type LeaseProduct = z.infer<typeof LeaseProduct>

export const FinanceProduct = z.discriminatedUnion('kind', [
  z.strictObject({ ...product, kind: z.literal('CASH'), description: text }),
  z.strictObject({
    ...product,
    kind: z.enum(['LOAN_GROUP', 'LEASE_GROUP']),
    description: text,
    members: list(code),
  }),
  LoanProduct,
  LeaseProduct,
  z.strictObject({
    ...product,
    kind: z.literal('RESERVATION'),
    description: text,
    feeCents: cents,
    holdDays: count,
  }),
])
export type FinanceProduct = z.infer<typeof FinanceProduct>
