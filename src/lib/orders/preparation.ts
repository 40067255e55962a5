import { payKind } from '#lib/payments/pay-options.ts'
import type { PayOption } from '#lib/codes.ts'
import { formatMoney } from '#lib/shared/money.ts'

/** What to bring to the hand-over, and what becomes of the old car; the brand's `hand-over.json`. */

export interface PreparationFacts {
  payOption: PayOption
  isCompany: boolean
  /** The balance or first payment that is still to pay. */
  balanceLeftCents: number
  /** The plates of the trade-ins that count. */
  oldCars: readonly string[]
  /** What their owner still owes on them. */
  owingCents: number
  /** What we pay the buyer at the hand-over. */
  owedCents: number
}

/** The conditions a line can have. */
const CONDITIONS = {
  cash: ({ payOption }: PreparationFacts) => payKind(payOption) === 'cash',
  finance: ({ payOption }: PreparationFacts) => payKind(payOption) === 'finance',
  lease: ({ payOption }: PreparationFacts) => payKind(payOption) === 'lease',
  company: ({ isCompany }: PreparationFacts) => isCompany,
  'balance-left': ({ balanceLeftCents }: PreparationFacts) => balanceLeftCents > 0,
  'trade-in': ({ oldCars }: PreparationFacts) => oldCars.length > 0,
  'trade-in-with-loan': ({ oldCars, owingCents }: PreparationFacts) =>
    oldCars.length > 0 && owingCents > 0,
  'trade-in-without-loan': ({ oldCars, owingCents }: PreparationFacts) =>
    oldCars.length > 0 && owingCents === 0,
  'paid-out': ({ owedCents }: PreparationFacts) => owedCents > 0,
}
export type PreparationCondition = keyof typeof CONDITIONS
export const PREPARATION_CONDITIONS = Object.keys(CONDITIONS) as PreparationCondition[]

const WORDS: Record<string, (facts: PreparationFacts) => string> = {
  oldCar: ({ oldCars }) => oldCars.join(' and '),
  owing: ({ owingCents }) => formatMoney(owingCents),
  owed: ({ owedCents }) => formatMoney(owedCents),
  balance: ({ balanceLeftCents }) => formatMoney(balanceLeftCents),
}
/** The words that a line may have in braces. */
export const PREPARATION_WORDS = Object.keys(WORDS)

interface Line {
  text: string
  /** All of them must hold. */
  when?: readonly PreparationCondition[] | undefined
}
export interface PreparationTable {
  /** To tick off; `id` names the tick. */
  checklist: readonly (Line & { id: string })[]
  oldCar: readonly Line[]
}

/** The lines of a table that hold for a purchase. */
export function preparationFor({ checklist, oldCar }: PreparationTable, facts: PreparationFacts) {
  const holds = ({ when = [] }: Line) => when.every((condition) => CONDITIONS[condition](facts))
  const filled = ({ text }: Line) =>
    text.replace(/\{(\w+)\}/g, (whole, word: string) => WORDS[word]?.(facts) ?? whole)
  return {
    checklist: checklist.filter(holds).map((line) => ({ id: line.id, text: filled(line) })),
    oldCar: oldCar.filter(holds).map(filled),
  }
}
