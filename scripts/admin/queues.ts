import { checkNow, paymentsInReview } from '../../src/server/payments/queries.ts'
import { failedMails, replayMails } from '../../src/server/platform/mail/outbox-queries.ts'
import { CommandError, table, type Command } from './command.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** The most lines of a list. */
const MOST = 100

export const QUEUE_COMMANDS: Record<string, Command> = {
  'mail failed': {
    takes: '',
    what: `lists up to ${MOST} emails that failed for good, by kind and without recipients`,
    async run({ db }, typed) {
      typed.end()
      const failed = await failedMails(db, MOST)
      if (failed.length === 0) return 'Nothing has failed for good.'
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
    what: 'tries failed emails for another day; codes and one-day links are not sent again',
    async run({ db, now }, typed) {
      const which = typed.word('ID')
      typed.end()
      const at = now()
      const count = await replayMails(db, which === 'all' ? null : which, {
        now: at.toISOString(),
        giveUpAt: new Date(at.getTime() + DAY_MS).toISOString(),
      })
      if (count === 0) throw new CommandError('No email like that has failed for good.')
      return `${count} queued again.`
    },
  },
  'payments check': {
    takes: '',
    what: 'asks the providers about every unsettled payment now',
    async run({ db, now }, typed) {
      typed.end()
      const asked = await checkNow(db, now().toISOString())
      const review = await paymentsInReview(db, MOST)
      const lines = [`${asked} payments will be checked within 15 seconds.`]
      if (review.length > 0)
        lines.push(
          'Needs a manual check:',
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
