import { isDay } from '../../src/lib/shared/dates.ts'
import type { MoneyDifferenceRow } from '../../src/server/payments/tables.ts'
import { ProviderUnavailable } from '../../src/server/providers/ask.ts'
import { DAYS_BACK, daysToCompare, reconcile } from '../../src/server/refunds/reconcile.ts'
import { CommandError, table, withBrand, type Command } from './command.ts'

/** The exit code when a provider cannot be asked. */
const NOT_COMPARED = 2

export const RECONCILE_COMMANDS: Record<string, Command> = {
  reconcile: {
    takes: '[--day YYYY-MM-DD]',
    what: `compares payments, refunds, disputes and payouts with the providers' and lists every difference, of one day or of the last ${DAYS_BACK}; exits with 1 where there are any, and with 2 where a provider cannot be asked`,
    async run(deps, typed) {
      const day = typed.optional('day')
      typed.end()
      if (day !== null && !isDay(day)) throw new CommandError('--day: a day is YYYY-MM-DD.')
      if (deps.card.name === 'none' && deps.bank.name === 'none')
        throw new CommandError(
          'No payment provider is set up here. In demo mode they are simulated in the storefront, which reconciles with them once a day.',
        )
      const [fromDay, toDay] = day === null ? daysToCompare(deps.now()) : [day, day]
      const days = fromDay === toDay ? fromDay : `${fromDay} to ${toDay}`
      try {
        const { compared, differences } = await reconcile(await withBrand(deps), fromDay, toDay)
        if (differences.length === 0) return `${days}: ${compared} compared, no difference.`
        return {
          isWell: true,
          exitCode: 1,
          text: `${days}: ${compared} compared, ${differences.length} differ.\n${table([
            ['day', 'kind', 'reference', 'problem', 'ours', 'theirs', 'explained by'],
            ...differences.map(lineOf),
          ])}`,
        }
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error
        return { isWell: false, exitCode: NOT_COMPARED, text: error.message }
      }
    },
  },
}

const lineOf = (row: MoneyDifferenceRow): string[] => [
  row.day,
  row.kind,
  row.reference,
  row.problem,
  row.ours ?? 'nothing',
  row.theirs ?? 'nothing',
  row.explanation ?? '',
]
