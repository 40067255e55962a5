import { z } from '#lib/shared/zod.ts'

/** An amount a month, after tax, as people know theirs; `toCents` is missing at the top. */
export interface MonthlyRange {
  label: string
  fromCents: number
  toCents?: number
}

const range = (label: string, from: number, to?: number): MonthlyRange => ({
  label,
  fromCents: from * 100,
  ...(to !== undefined && { toCents: to * 100 }),
})

/** What the household of an applicant may earn a month, and spend, by its code. */
export const INCOMES = {
  I0: range('Less than $3,000', 0, 3_000),
  I3: range('$3,000 to $5,000', 3_000, 5_000),
  I5: range('$5,000 to $7,500', 5_000, 7_500),
  I7: range('$7,500 to $10,000', 7_500, 10_000),
  I10: range('$10,000 or more', 10_000),
}
export const OUTGOINGS = {
  O0: range('Less than $2,000', 0, 2_000),
  O2: range('$2,000 to $3,500', 2_000, 3_500),
  O3: range('$3,500 to $5,000', 3_500, 5_000),
  O5: range('$5,000 to $7,500', 5_000, 7_500),
  O7: range('$7,500 or more', 7_500),
}
export type Income = keyof typeof INCOMES
export type Outgoings = keyof typeof OUTGOINGS

export const codesOf = <Code extends string>(ranges: Record<Code, MonthlyRange>) =>
  Object.keys(ranges) as [Code, ...Code[]]

/** `talk`: the figures alone do not decide. It is never a refusal. */
export const SoftCheckAnswer = z.enum(['likely', 'talk'])
export type SoftCheckAnswer = z.infer<typeof SoftCheckAnswer>
