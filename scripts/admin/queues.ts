import { checkNow, paymentsInReview } from '../../src/server/payments/queries.ts'
import { failedMails, replayMails } from '../../src/server/platform/mail/outbox-queries.ts'
import { CommandError, table, type Command } from './command.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** The most lines of a list. */
const MOST = 100

export const QUEUE_COMMANDS: Record<string, Command> = {
  'mail failed': {
    takes: '',
    what: `lists the e-mail that was given up, at most ${MOST}, by its kind and not by whom it was for`,
    async run({ db }, typed) {
      typed.end()
      const failed = await failedMails(db, MOST)
      if (failed.length === 0) return 'Nothing was given up.'
      return table(
        failed.map(({ outbox_id, kind, queued_at, attempts, last_error }) => [
          outbox_id,
          kind,
          queued_at,
          `${attempts} tries`,
          last_error ?? '',
        ]),
      )
    },
  },
  'mail replay': {
    takes: 'ID|all',
    what: 'tries e-mail that was given up for another day; codes and links of a day are not sent again',
    async run({ db, now }, typed) {
      const which = typed.word('ID')
      typed.end()
      const at = now()
      const count = await replayMails(db, which === 'all' ? null : which, {
        now: at.toISOString(),
        giveUpAt: new Date(at.getTime() + DAY_MS).toISOString(),
      })
      if (count === 0) throw new CommandError('Nothing like that was given up.')
      return `${count} on the way again.`
    },
  },
  'payments check': {
    takes: '',
    what: 'has the storefront ask the providers about every payment that is not settled, now',
    async run({ db, now }, typed) {
      typed.end()
      const asked = await checkNow(db, now().toISOString())
      const review = await paymentsInReview(db, MOST)
      const lines = [`${asked} payments are looked at within a quarter of a minute.`]
      if (review.length > 0)
        lines.push(
          'A person has to look at:',
          table(
            review.map(({ payment_id, method, amount_cents, created_at }) => [
              payment_id,
              method ?? '',
              `$${(amount_cents / 100).toFixed(2)}`,
              created_at,
            ]),
          ),
        )
      return lines.join('\n')
    },
  },
}
