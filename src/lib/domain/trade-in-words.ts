import type { Quote } from '#lib/contract/shapes/quote.ts'
import { payKind, tradeInEquity, type PayKind } from './pay-options.ts'

const COUNTED: Partial<Record<PayKind, string>> = {
  cash: 'Taken off the balance',
  finance: 'Taken off the deposit',
}

/** What accepted trade-ins bring or cost, as a line of the deal; it is in the other amounts already. */
export function tradeInLine(
  { payOption }: Pick<Quote, 'payOption'>,
  vehicles: Parameters<typeof tradeInEquity>[0],
): { label: string; when: string; cents: number } | null {
  const cents = tradeInEquity(vehicles)
  const when = COUNTED[payKind(payOption)]
  if (cents === 0 || !when) return null
  return cents > 0
    ? { label: 'Your trade-in', when, cents: -cents }
    : {
        label: 'Still owing on your trade-in',
        when: `More is owing than we offer. ${when.replace('Taken off', 'Added to')}`,
        cents: -cents,
      }
}
