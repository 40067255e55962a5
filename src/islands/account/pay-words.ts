import type { PayOption } from '#lib/contract/shapes/codes.ts'
import { payKind, type PayKind } from '#lib/domain/pay-options.ts'

const WORDS: Record<PayKind, string> = {
  cash: 'cash',
  finance: 'finance',
  lease: 'lease',
  reservation: 'reservation',
}

/** How a quote is paid for, in a word. */
export const payWords = (payOption: PayOption): string => WORDS[payKind(payOption)]
