import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimMails, updateMail } from '#server/platform/mail/outbox-queries.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { MODEL_TIMEOUT_MS, runsOn } from './runs.ts'

const LEASE_MS = 60_000

type Command =
  | { do: 'queue'; isCode: boolean }
  | { do: 'claim'; most: number }
  | { do: 'sent' | 'failed'; which: number }
  | { do: 'wait'; seconds: number }

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('queue' as const), isCode: fc.boolean() }),
  fc.record({ do: fc.constant('claim' as const), most: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constantFrom('sent' as const, 'failed' as const), which: fc.nat(5) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 29, 31, 61) }),
)

/** A message as the model knows it. */
interface Message {
  id: string
  priority: number
  queuedAt: number
  readyAt: number
  leasedUntil: number
  isSent: boolean
}

test.each(databases)(
  `each message is one worker’s at a time until it is sent (${runsOn(databases[0]!.name)} histories), on $name`,
  async ({ name, open }) => {
    const db = await open()
    const app = startApplication(db)
    const { deps, clock } = app
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
        await db.deleteFrom('outbox').execute()
        const model: Message[] = []
        const held = new Set<Message>()
        for (const step of commands) {
          const nowMs = clock.atMs
          switch (step.do) {
            case 'queue': {
              const mail = {
                kind: step.isCode ? 'sign-in-code' : 'quote',
                to: 'mia@post.example',
                subject: 'Kia ora',
                text: '',
                html: '',
              }
              await transact(deps, (trx) => enqueueMail(deps, trx, mail))
              const rows = await db.selectFrom('outbox').selectAll().execute()
              const row = rows.find(({ outbox_id }) => !model.some(({ id }) => id === outbox_id))!
              expect(row.priority).toBe(step.isCode ? 0 : 1)
              model.push({
                id: row.outbox_id,
                priority: row.priority,
                queuedAt: nowMs,
                readyAt: nowMs,
                leasedUntil: 0,
                isSent: false,
              })
              break
            }
            case 'claim': {
              const free = model.filter(
                (one) => !one.isSent && one.readyAt <= nowMs && one.leasedUntil < nowMs,
              )
              const claimed = await claimMails(db, {
                now: new Date(nowMs).toISOString(),
                leasedUntil: new Date(nowMs + LEASE_MS).toISOString(),
                most: step.most,
              })
              expect(claimed).toHaveLength(Math.min(step.most, free.length))
              const taken = claimed.map(({ outbox_id }) => free.find(({ id }) => id === outbox_id)!)
              // Codes first, then the oldest: no waiting message comes before a claimed one.
              const rank = ({ priority, queuedAt }: Message) => priority * 1e15 + queuedAt
              const waiting = free.filter((one) => !taken.includes(one))
              for (const one of taken) {
                for (const other of waiting) expect(rank(one)).toBeLessThanOrEqual(rank(other))
                one.leasedUntil = nowMs + LEASE_MS
                held.add(one)
              }
              break
            }
            case 'sent':
            case 'failed': {
              const one = [...held][step.which]
              if (!one) break
              held.delete(one)
              one.leasedUntil = 0
              if (step.do === 'sent') one.isSent = true
              else one.readyAt = nowMs + 30_000
              await updateMail(db, one.id, {
                leased_until: null,
                ...(step.do === 'sent'
                  ? { sent_at: new Date(nowMs).toISOString() }
                  : { next_attempt_at: new Date(one.readyAt).toISOString() }),
              })
              break
            }
            case 'wait':
              clock.advance(step.seconds * 1000)
              // A worker that has held a message too long has died with it.
              for (const one of held) if (one.leasedUntil < clock.atMs) held.delete(one)
          }
        }
        const unsent = await db
          .selectFrom('outbox')
          .select('outbox_id')
          .where('sent_at', 'is', null)
          .execute()
        expect(unsent.map(({ outbox_id }) => outbox_id).sort()).toEqual(
          model.flatMap(({ id, isSent }) => (isSent ? [] : id)).sort(),
        )
      }),
      { numRuns: runsOn(name) },
    )
    await db.destroy()
  },
  MODEL_TIMEOUT_MS,
)
