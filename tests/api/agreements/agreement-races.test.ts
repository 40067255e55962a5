import { describe, expect, test } from 'vitest'
import * as calls from '#lib/purchases/agreement-calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import {
  paid,
  journeyOf,
  issue,
  read,
  accept,
  mails,
  statusOf,
  setUpAgreements,
} from './agreements.fixture.ts'
import { app, db, sam } from '#tests/setup/suite.ts'

describe.each(databases)('decision 22: the sale agreement, on $name', (database) => {
  setUpAgreements(database)

  test('issued again, the one before counts no more: what is accepted is what was read', async () => {
    const journey = await paid()
    const first = valueOf(await issue(journey))
    const seen = await read(journey.id)
    valueOf(await issue(first))
    expect(faultsOf(await accept(journey.id, seen.agreementId)).status).toBe(409)
    expect(statusOf(await journeyOf(journey.id))).toBe('CONFIRMED')
    const now = await read(journey.id)
    expect(now.agreementId).not.toBe(seen.agreementId)
    expect(statusOf(valueOf(await accept(journey.id, now.agreementId)))).toBe('AGREEMENT')
  })

  test('asked for again by a key that is forgotten, it does not come in place of a newer one', async () => {
    const { id } = await paid()
    const press = async (idempotencyKey: string) => {
      const answer = await sam.call(calls.issueAgreement, { params: { id }, idempotencyKey })
      app.clock.advance(1000)
      return answer
    }
    valueOf(await press('key-1'))
    valueOf(await press('key-2'))
    const { agreementId } = await read(id)
    await db.deleteFrom('idempotency').execute()
    expect(conflictOf(await press('key-1')).message).toContain('A newer agreement has been issued')
    expect((await read(id)).agreementId).toBe(agreementId)
  })

  test('of two people who issue it at once, one does', async () => {
    const journey = await paid()
    const answers = await Promise.all([issue(journey), issue(journey)])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(faultsOf(answers.find(({ ok }) => !ok)!).status).toBe(412)
    expect((await mails()).filter((subject) => subject.includes('agreement'))).toHaveLength(1)
  })

  test('accepted in two tabs at once, it is accepted once', async () => {
    const journey = await paid()
    valueOf(await issue(journey))
    const { agreementId } = await read(journey.id)
    const answers = await Promise.all([
      accept(journey.id, agreementId),
      accept(journey.id, agreementId, 'Mia J Harris'),
    ])
    expect(answers.map((answer) => statusOf(valueOf(answer)))).toEqual(['AGREEMENT', 'AGREEMENT'])
    expect(
      (await mails()).filter((subject) => subject.includes('accepted your agreement')),
    ).toHaveLength(1)
  })

  test('accepted while it is issued again, either the one read is accepted or nothing is', async () => {
    const journey = await paid()
    const first = valueOf(await issue(journey))
    const { agreementId } = await read(journey.id)
    const [accepted, again] = await Promise.all([accept(journey.id, agreementId), issue(first)])
    expect([accepted.ok, again.ok].filter(Boolean)).toHaveLength(1)
    const now = await read(journey.id)
    expect(now.agreementId === agreementId).toBe(accepted.ok)
    expect(now.acceptance !== null).toBe(accepted.ok)
  })
})
