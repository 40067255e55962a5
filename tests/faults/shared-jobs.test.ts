import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { startStripePayment } from '#lib/payments/calls.ts'
import type { Db } from '#server/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook, createEndpoint } from '#server/webhooks/webhooks.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'
import { openServer, POSTGRES_URL } from '#tests/setup/databases.ts'
import { startHttpServer, type HttpServer } from '#tests/setup/http-server.ts'
import type { JobOrder } from '#tests/setup/job-process.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed } from '#tests/setup/purchases.ts'
import { startSmtpServer, type SmtpServer } from '#tests/setup/smtp-server.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

const PROCESSES = 3
const MAILS = 200
const PAYMENTS = 12
const SYSTEMS = 2
/** Told of each purchase, besides its payment. */
const NEWS = 3
const TIMEOUT_MS = 180_000

/** Several processes of the product on one PostgreSQL: without a leader, leases decide which runs a job. */
describe.runIf(POSTGRES_URL)('processes that share a database', () => {
  let db: Db
  let shop: CardShop
  let smtp: SmtpServer
  let system: HttpServer
  let children: ChildProcess[] = []

  beforeAll(async () => {
    db = await openServer(POSTGRES_URL!)
    await migrate(db)
    shop = await openCardShop(db)
    await seedDemo(shop.app.deps)
    // Every purchase here wants a car.
    await db.updateTable('stock').set({ quantity: 100 }).execute()
    smtp = await startSmtpServer()
    system = await startHttpServer(() => ({}))
  })
  afterAll(async () => {
    for (const child of children) child.kill()
    await smtp?.close()
    await system?.close()
    await shop?.stop()
    await db?.destroy()
  })

  const databaseUrl = async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    return Object.assign(new URL(POSTGRES_URL!), { pathname: `/${rows[0]!.name}` }).href
  }

  test(
    'send each message once, take each payment once, and tell each system once and in order',
    { timeout: TIMEOUT_MS },
    async () => {
      const mia = await arrive(shop.app)
      const purchases: string[] = []
      for (let count = 0; count < PAYMENTS; count += 1) {
        const journey = await confirmed(mia)
        purchases.push(journey.id)
        const { redirectUrl } = valueOf(
          await mia.call(startStripePayment, {
            body: { purchaseJourneyId: journey.id, paymentType: 'DEPOSIT' },
          }),
        )
        await shop.atThePage(redirectUrl, { outcome: 'pay', notice: 'never', return: 'never' })
      }
      await db.deleteFrom('outbox').execute()
      for (let count = 0; count < SYSTEMS; count += 1)
        await createEndpoint(shop.app.deps, {
          url: `${system.url}/${count}`,
          events: ['delivery.changed', 'payment.settled'],
        })
      const at = shop.app.clock.now().toISOString()
      for (let count = 0; count < NEWS; count += 1)
        for (const purchaseJourneyId of purchases)
          await transact(shop.app.deps, (trx) =>
            enqueueWebhook(trx, {
              type: 'delivery.changed',
              at,
              purchaseJourneyId,
              status: `${count}`,
            }),
          )
      await transact(shop.app.deps, async (trx) => {
        for (let count = 0; count < MAILS; count += 1)
          await enqueueMail(shop.app.deps, trx, {
            kind: 'quote',
            to: `mia${count}@post.example`,
            subject: 'Kia ora',
            text: 'Kia ora',
            html: '<p>Kia ora</p>',
          })
      })

      const order: JobOrder = {
        databaseUrl: await databaseUrl(),
        smtpUrl: smtp.url,
        card: shop.simulator.settings,
        atMs: shop.app.clock.atMs + MINUTE_MS,
      }
      const program = fileURLToPath(import.meta.resolve('#tests/setup/job-process.ts'))
      children = Array.from({ length: PROCESSES }, () =>
        fork(program, [JSON.stringify(order)], { execArgv: ['--no-warnings'] }),
      )
      await Promise.all(children.map((child) => once(child, 'message')))

      await vi.waitFor(
        async () => {
          const unpaid = await db
            .selectFrom('payment')
            .select('status')
            .where('status', '<>', 'PAID')
            .execute()
          const unsent = await db
            .selectFrom('outbox')
            .select('outbox_id')
            .where('sent_at', 'is', null)
            .execute()
          const untold = await db
            .selectFrom('webhook_delivery')
            .select('delivery_id')
            .where('sent_at', 'is', null)
            .execute()
          expect([unpaid.length, unsent.length, untold.length]).toEqual([0, 0, 0])
        },
        { timeout: TIMEOUT_MS, interval: 50 },
      )
      for (const child of children) child.disconnect()
      const codes = await Promise.all(children.map((child) => once(child, 'exit')))
      expect(codes).toEqual(children.map(() => [0, null]))

      // The receipts of the payments are among the messages.
      expect(smtp.arrived).toHaveLength(MAILS + PAYMENTS)
      const ids = smtp.arrived.map(({ data }) => /^Message-ID: (\S+)/m.exec(data)?.[1])
      expect(new Set(ids).size).toBe(MAILS + PAYMENTS)
      const payments = await db.selectFrom('payment').select(['checks', 'duplicate']).execute()
      expect(payments).toEqual(
        Array.from({ length: PAYMENTS }, () => ({ checks: 1, duplicate: 0 })),
      )
      const told = system.asked.map(({ path, headers, body }) => {
        const { data } = JSON.parse(body) as { data: { purchaseJourneyId: string; status: string } }
        return { path, id: headers['webhook-id'], ...data }
      })
      expect(told).toHaveLength(SYSTEMS * PAYMENTS * (NEWS + 1))
      expect(new Set(told.map(({ path, id }) => `${path} ${id}`)).size).toBe(told.length)
      const inOrder = [...Array.from({ length: NEWS }, (_, count) => `${count}`), 'PAID']
      for (let count = 0; count < SYSTEMS; count += 1)
        for (const id of purchases)
          expect(
            told
              .filter(
                ({ path, purchaseJourneyId }) => path === `/${count}` && purchaseJourneyId === id,
              )
              .map(({ status }) => status),
          ).toEqual(inOrder)
      const journeys = await db.selectFrom('purchase_journey').select('status').execute()
      expect(journeys).toHaveLength(PAYMENTS)
    },
  )
})
