import { startMailWorker } from '#server/platform/mail/mail-worker.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { startWebhookWorker } from '#server/webhooks/webhook-worker.ts'
import { every } from '#server/platform/jobs/every.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { stripeCard } from '#server/providers/card/stripe.ts'
import type { StripeSettings } from '#server/providers/card/stripe-sdk.ts'
import { startApplication } from './application.ts'

/** What a process of its own does: the jobs of the product, on a database that it shares. */
export interface JobOrder {
  databaseUrl: string
  smtpUrl: string
  card: StripeSettings
  /** The time of its clock, in milliseconds since the epoch. */
  atMs: number
}

const order = JSON.parse(process.argv[2]!) as JobOrder
const now = () => new Date(order.atMs)
const db = openPostgres(order.databaseUrl, console.error)
const { deps } = startApplication(db, {
  env: { DEMO: 'off', SMTP_URL: order.smtpUrl, MAIL_FROM: 'Tarvane <post@tarvane.example>' },
  deps: { now, card: stripeCard(order.card, now) },
})
// The webhook endpoints are on this machine.
Object.assign(deps.settings, { webhooks: { allowsPrivate: true, allowsHttp: true } })
const workers = [startMailWorker(deps), startWebhookWorker(deps)]
const sweeper = every('payments', 20, () => checkDuePayments(deps), console.error)
process.send!('ready')
process.on('disconnect', () => {
  void Promise.all([...workers, sweeper].map((job) => job.stop()))
    .then(() => db.destroy())
    .then(() => process.exit(0))
})
