import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { Db } from '#server/database.ts'
import { jsonLender } from '#server/providers/lender/json-lender.ts'
import { signNotice } from '#tests/setup/lender-notices.ts'
import { startLenderSimulator } from '#server/providers/lender/simulator-server.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { aLoan } from '#tests/builders/purchase-journey.ts'
import { LENDER_SECRET, startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirming,
  faultsOf,
  ready,
  started,
  type Person,
} from '#tests/setup/purchases.ts'

describe.each(databases)('a lender on $name', ({ open }) => {
  let db: Db
  let app: Application
  let mia: Person

  beforeEach(async () => {
    db = await open()
    await arriveAt(startApplication(db))
  })
  afterEach(() => db.destroy())

  async function arriveAt(application: Application) {
    app = application
    await seedDemo(app.deps)
    mia = await arrive(app)
  }
  const referred = async () => {
    const { id } = await started(mia, { payOption: 'LOANCLASIC' })
    const body = aReferredApplication
    expect(
      valueOf(await mia.call(submitFinanceApplication, { params: { id }, body })).creditDecision,
    ).toMatchObject({ code: 'MANUWRITE' })
    return id
  }
  const journeyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const decisionOf = async (id: string) => (await journeyOf(id)).creditDecision
  const notice = (reference: string, facts: object = {}, eventId = `event-${reference}`) =>
    JSON.stringify({
      eventId,
      reference,
      decision: {
        code: 'CONDITIONL',
        limitCents: 2_500_000,
        annualRatePct: 9.95,
        validUntil: '2026-12-23',
        conditions: ['Three payslips.'],
        ...facts,
      },
    })
  const send = (body: string, signature?: string) =>
    app.request('/api/lender/decision', {
      method: 'POST',
      body,
      headers: {
        'lender-signature':
          signature ?? signNotice(LENDER_SECRET, Buffer.from(body), app.clock.now()),
      },
    })
  const mails = async () =>
    (await db.selectFrom('outbox').select('kind').where('kind', '=', 'credit-decision').execute())
      .length

  test('decides later by a signed notice, which counts once', async () => {
    const id = await referred()
    const { appliedFor } = (await decisionOf(id))!
    expect(appliedFor?.payOption).toBe('LOANCLASIC')
    const body = notice(id)
    expect((await send(body)).status).toBe(200)
    const { decision } = JSON.parse(body) as { decision: object }
    expect(await decisionOf(id)).toEqual({ ...decision, appliedFor })
    expect(await mails()).toBe(1)

    expect((await send(body)).status).toBe(200)
    const again = notice(id, { code: 'DECLINE', conditions: [] })
    expect((await send(again)).status).toBe(200)
    expect(await decisionOf(id)).toEqual({ ...decision, appliedFor })
    expect(await mails()).toBe(1)
  })

  test('is in the history of the purchase by name, each time that it decides', async () => {
    const id = await referred()
    const notes = async () =>
      valueOf(await sam.call(getPurchaseForStaff, { params: { id } })).notes.map(
        ({ by, text }) => `${by}: ${text}`,
      )
    const sam = await arrive(app, 'staff@demo.example')
    expect(await notes()).toEqual([])
    const body = notice(id)
    await send(body)
    await send(body)
    const first =
      'The lender: The lender’s decision. Before: Referred for manual review. Now: Approved with conditions.'
    expect(await notes()).toEqual([first])
    app.clock.advance(60_000)
    await send(notice(id, { limitCents: 2_600_000 }, 'higher'))
    app.clock.advance(60_000)
    await send(
      notice(
        id,
        {
          code: 'DECLINE',
          conditions: [],
          limitCents: undefined,
          annualRatePct: undefined,
          validUntil: undefined,
        },
        'declined',
      ),
    )
    expect(await notes()).toEqual([
      first,
      'The lender: Another decision by the lender. Before: Approved with conditions. Now: Approved with conditions, on other terms.',
      'The lender: Another decision by the lender. Before: Approved with conditions. Now: Declined.',
    ])
  })

  test('is believed by its signature alone, and for five minutes', async () => {
    const id = await referred()
    const body = notice(id)
    const signature = signNotice(LENDER_SECRET, Buffer.from(body), app.clock.now())
    const forged = signNotice('another secret', Buffer.from(body), app.clock.now())
    for (const bad of ['', 'v1=00', forged, signature.replace(/.$/, 'x')])
      expect((await send(body, bad)).status).toBe(400)
    expect((await send(notice(id, { code: 'AUTOAPPR' }), signature)).status).toBe(400)
    expect((await send('{}')).status).toBe(400)
    expect((await send(notice(id, { code: 'MANUWRITE' }))).status).toBe(400)
    expect((await send(notice(id, { limitCents: undefined }))).status).toBe(400)
    app.clock.advance(301_000)
    expect((await send(body, signature)).status).toBe(400)
    expect(await decisionOf(id)).toMatchObject({ code: 'MANUWRITE' })
    expect(await mails()).toBe(0)
  })

  test('approves until the end of a day, and can renew that', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const { currentQuote } = valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: anApplication() }),
    )
    const approve = async (validUntil: string) => {
      const limitCents = currentQuote.finance!.amountFinancedCents
      const body = notice(id, { limitCents, validUntil }, `until-${validUntil}`)
      expect((await send(body)).status).toBe(200)
    }
    await approve('2026-11-23')
    // Past midnight in New Zealand, and still the day before elsewhere.
    app.clock.advance(Date.parse('2026-11-23T11:00:00.000Z') - app.clock.atMs)
    mia = await arrive(app)
    const late = await confirming(mia, await journeyOf(id))
    expect(faultsOf(late).status).toBe(409)
    expect(JSON.stringify(late)).toContain('was valid until 23\u00a0November\u00a02026')
    await approve('2026-11-24')
    expect(valueOf(await confirming(mia, await journeyOf(id))).confirmedDate).not.toBeNull()
  })

  test('says nothing of a purchase that is not ours, or is over', async () => {
    const id = await referred()
    await db.updateTable('purchase_journey').set({ status: 'EXPIRED' }).execute()
    for (const reference of [id, 'unknown'])
      expect((await send(notice(reference))).status).toBe(200)
    expect(await decisionOf(id)).toMatchObject({ code: 'MANUWRITE' })
    expect(await mails()).toBe(0)
  })

  test('is asked to tell again what it decides before its first answer is kept', async () => {
    const { id } = await started(mia, { payOption: 'LOANCLASIC' })
    const body = notice(id)
    expect((await send(body)).status).toBe(409)
    expect(await decisionOf(id)).toBeNull()
    expect(await mails()).toBe(0)

    valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: aReferredApplication }),
    )
    expect((await send(body)).status).toBe(200)
    expect(await decisionOf(id)).toMatchObject({ code: 'CONDITIONL' })
    expect(await mails()).toBe(1)
  })
})

describe('over HTTP', () => {
  const [database] = databases

  test.each([
    [{ code: 'AUTOAPPR', conditions: [] }, false],
    [{ code: 'CONDITIONL', conditions: [] }, false],
    [{ code: 'AUTOAPPR', limitCents: 1, conditions: [] }, true],
    [{ code: 'DECLINE', conditions: [] }, true],
  ])('an approval has to say of how much: %j', async (answer, isUnderstood) => {
    vi.stubGlobal('fetch', async () => Response.json(answer))
    const lender = jsonLender({
      url: 'https://lender.example',
      key: 'k',
      webhookSecret: 's',
      hasSoftCheck: false,
    })
    const finance = aLoan({ paymentCents: 100_000, frequency: 'Monthly' })
    try {
      const decided = lender.decide({ reference: 'j', application: anApplication(), finance })
      if (isUnderstood) expect(await decided).toEqual(answer)
      else await expect(decided).rejects.toThrow('The lender is not available')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('answers that are changed after a time-out are the ones decided on', async () => {
    const db = await database!.open()
    const simulator = await startLenderSimulator(() => new Date('2026-11-23T01:00:00.000Z'))
    const { fetch } = globalThis
    const keys: (string | null)[] = []
    let isLost = true
    // The lender decides, and its answer is lost on the way as often as the test says.
    vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
      keys.push(new Headers(request[1]?.headers).get('idempotency-key'))
      const answer = await fetch(...request)
      if (isLost) throw new DOMException('The operation timed out.', 'TimeoutError')
      return answer
    })
    try {
      const app = startApplication(db, { deps: { lender: jsonLender(simulator.settings) } })
      await seedDemo(app.deps)
      const mia = await arrive(app)
      const { id } = await started(mia, { payOption: 'LOANCLASIC' })
      const apply = (body: FinanceApplication) =>
        mia.call(submitFinanceApplication, { params: { id }, body })
      for (const _ of ['sent', 'sent again'])
        expect(faultsOf(await apply(aReferredApplication)).status).toBe(503)
      isLost = false
      expect(valueOf(await apply(anApplication())).creditDecision).toMatchObject({
        code: 'AUTOAPPR',
      })
      expect(keys[1]).toBe(keys[0])
      expect(keys[2]).not.toBe(keys[0])
    } finally {
      vi.unstubAllGlobals()
      await simulator.stop()
      await db.destroy()
    }
  })

  test('an application travels there and its decision back; no answer is no decision', async () => {
    const db = await database!.open()
    const simulator = await startLenderSimulator(() => new Date('2026-11-23T01:00:00.000Z'))
    const apply = async (settings = simulator.settings) => {
      const app = startApplication(db, { deps: { lender: jsonLender(settings) } })
      const mia = await arrive(app)
      const { id } = await started(mia, { payOption: 'LOANCLASIC' })
      return mia.call(submitFinanceApplication, { params: { id }, body: anApplication() })
    }
    try {
      await seedDemo(startApplication(db).deps)
      expect(valueOf(await apply()).creditDecision).toMatchObject({
        code: 'AUTOAPPR',
        annualRatePct: 8.95,
        validUntil: '2026-12-23',
      })
      expect(faultsOf(await apply({ ...simulator.settings, key: 'wrong' })).status).toBe(503)
      const url = `${simulator.settings.url}/gone`
      expect(faultsOf(await apply({ ...simulator.settings, url })).status).toBe(503)
    } finally {
      await simulator.stop()
      await db.destroy()
    }
  })
})
