import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { catalogue } from '#content/catalogue.ts'
import { completeRefund, listRefunds, recordReceipt } from '#lib/contract/payments.ts'
import {
  cancelPurchase,
  getPurchaseJourney,
  submitFinanceApplication,
  updatePurchaseJourney,
} from '#lib/contract/purchase-journeys.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import type { WorkKind } from '#lib/domain/staff-lists.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import { listAudit } from '#lib/contract/staff.ts'
import {
  addPurchaseNote,
  cancelForCustomer,
  getPurchaseForStaff,
} from '#lib/contract/staff-purchases.ts'
import * as calls from '#lib/contract/work-list.ts'
import type { Database } from '#server/db/database.ts'
import { listJourneysIn, mayOweDeposit, mayOweNoDeposit } from '#server/db/work-list.ts'
import type { Scope } from '#server/http/actor.ts'
import { createApiClient, issueClientToken } from '#server/services/api-clients.ts'
import { listWork } from '#server/services/work-list.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { bearer, startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  aRequest,
  arrive,
  confirmed,
  confirming,
  faultsOf,
  ready,
  started,
  type Person,
} from '#tests/setup/purchases.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(databases)('what staff do for purchases, on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let mia: Person
  let sam: Person

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    mia = await arrive(app)
    sam = await arrive(app, 'staff@demo.example')
  })
  afterEach(() => db.destroy())

  const journeyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  /** The clock goes on, so that the next mail is the latest. */
  const latestMail = async () => {
    const query = { to: 'customer@demo.example' }
    const { messages } = valueOf(await app.browser()(listDemoMail, { query }))
    app.clock.advance(1000)
    return messages[0]!
  }
  const record = async (id: string, amountCents: number, reference: string) => {
    valueOf(
      await sam.call(recordReceipt, {
        params: { id },
        body: { source: 'BANKTRF', amountCents, reference },
      }),
    )
    app.clock.advance(1000)
  }

  const work = async (kind?: WorkKind) =>
    valueOf(await sam.call(calls.listWork, { query: kind ? { kind } : {} })).items

  describe('the list', () => {
    test('has what waits, the longest waiting first, page by page and by its kinds', async () => {
      const unpaid = await confirmed(mia)
      app.clock.advance(1000)
      const agreement = await confirmed(mia, { payOption: 'LEASE' })
      app.clock.advance(1000)
      const handOver = await confirmed(mia)
      const { depositCents, balanceCents } = handOver.paymentMetadata
      await record(handOver.id, depositCents, 'R1')
      const body = { event: 'agreement-accepted', note: 'Signed at Albany.' } as const
      valueOf(await sam.call(calls.advanceJourney, { params: { id: handOver.id }, body }))
      app.clock.advance(1000)
      await started(mia)

      expect(await work()).toMatchObject([
        { kind: 'unpaid', id: unpaid.id, amountCents: depositCents },
        { kind: 'agreements', id: agreement.id, amountCents: null },
        { kind: 'hand-overs', id: handOver.id, amountCents: balanceCents },
      ])
      expect((await work('agreements')).map(({ id }) => id)).toEqual([agreement.id])
      const page = async (cursor?: string) =>
        valueOf(await sam.call(calls.listWork, { query: { limit: '2', cursor } }))
      const first = await page()
      const rest = await page(first.nextCursor!)
      expect(first.items.map(({ id }) => id)).toEqual([unpaid.id, agreement.id])
      expect([rest.items.map(({ id }) => id), rest.nextCursor]).toEqual([[handOver.id], null])
      expect(valueOf(await sam.call(calls.countWork)).counts).toEqual({
        appraisals: 0,
        referrals: 0,
        documents: 0,
        credit: 0,
        unpaid: 1,
        'no-car': 0,
        agreements: 1,
        acceptances: 0,
        'hand-overs': 1,
        transfers: 0,
        refunds: 0,
      })
    })

    test('has for each role what is theirs to do', async () => {
      const unpaid = await confirmed(mia)
      app.clock.advance(1000)
      const { kdcd, colourCode } = catalogue.stock.find(({ level }) => level === 'Unavailable')!
      const without = await confirmed(mia, { kdcd, colourCode })
      const seenBy = async (role: string) => {
        const { call } = await arrive(app, `${role}@demo.example`)
        const { items } = valueOf(await call(calls.listWork, { query: {} }))
        const { counts } = valueOf(await call(calls.countWork))
        return [items.map(({ id }) => id), counts.unpaid, counts['no-car']]
      }
      expect(await seenBy('manager')).toEqual([[unpaid.id, without.id], 1, 1])
      expect(await seenBy('sales')).toEqual([[unpaid.id], 1, 0])
      const { call } = await arrive(app, 'sales@demo.example')
      expect(faultsOf(await call(calls.listWork, { query: { kind: 'no-car' } }))).toMatchObject({
        status: 403,
        code: 'NotPermitted',
      })
    })

    test('finds what waits behind others that do not', async () => {
      for (let count = 0; count < 3; count += 1) await confirmed(mia)
      app.clock.advance(1000)
      const { id } = await confirmed(mia, { payOption: 'LEASE' })
      const query = { kind: 'agreements', limit: '1' } as const
      expect(valueOf(await sam.call(calls.listWork, { query }))).toMatchObject({
        items: [{ id }],
        nextCursor: null,
      })
    })

    test('reads no purchases with a deposit for those without, nor the other way round', async () => {
      const [unpaid, paid] = [await confirmed(mia), await confirmed(mia)]
      await record(paid.id, paid.paymentMetadata.depositCents, 'R1')
      const lease = await confirmed(mia, { payOption: 'LEASE' })
      const read = async (narrow: typeof mayOweDeposit) =>
        (await listJourneysIn(db, 'CONFIRMED', 10, null, narrow)).map(
          ({ purchase_journey_id }) => purchase_journey_id,
        )
      expect(await read(mayOweNoDeposit)).not.toContain(unpaid.id)
      expect(await read(mayOweDeposit)).not.toContain(paid.id)
      expect((await work('agreements')).map(({ id }) => id).sort()).toEqual(
        [paid.id, lease.id].sort(),
      )
      expect((await work('unpaid')).map(({ id }) => id)).toEqual([unpaid.id])
    })

    test('leaves out a purchase that is deleted while the list is read', async () => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const params = { id }
      valueOf(await mia.call(submitFinanceApplication, { params, body: aReferredApplication }))
      const readSlowly = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          await db.deleteFrom('purchase_journey').where('purchase_journey_id', '=', id).execute()
          return result
        },
      })
      const query = { kind: 'referrals', limit: '10' } as const
      const admin = {
        type: 'STAFF',
        staffId: 1,
        roles: ['admin'],
        lacksSecondFactor: false,
        sessionId: '',
        actingFor: null,
      } as const
      expect(await listWork({ ...app.deps, db: readSlowly }, admin, query)).toEqual({
        items: [],
        nextCursor: null,
      })
    })

    test('has a finance application that the lender leaves to a person until it is decided', async () => {
      const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
      const params = { id }
      valueOf(await mia.call(submitFinanceApplication, { params, body: aReferredApplication }))
      expect(await work()).toMatchObject([{ kind: 'referrals', id }])
      const declined = { params, body: { code: 'DECLINE' as const, conditions: [] } }
      valueOf(await sam.call(calls.decideFinance, declined))
      expect(await work()).toEqual([])
    })
  })

  describe('trade-ins', () => {
    const write = (
      id: string,
      vehicle: { owingCents?: number; request?: 'APPRAISAL' | 'ACCEPT' },
    ) =>
      mia.call(updatePurchaseJourney, {
        params: { id },
        body: {
          tradeInformation: {
            vehicles: [
              {
                registration: 'TOI101',
                make: 'Tarvane',
                model: 'Cove',
                year: 2021,
                odometerKm: 48_210,
                owingCents: 200_000,
                ...vehicle,
              },
            ],
          },
        },
      })
    const vehicleIn = ({ tradeInformation }: PurchaseJourney) => tradeInformation.vehicles[0]!
    const offer = (id: string, vehicleId: string, offerCents: number) =>
      sam.call(calls.offerForTradeIn, { params: { id }, body: { vehicleId, offerCents } })
    const waiting = () => work('appraisals')

    test('are appraised, offered for, and accepted into the deal', async () => {
      const { id } = await ready(mia)
      const added = vehicleIn(valueOf(await write(id, {})))
      expect(faultsOf(await offer(id, added.id, 1_500_000)).status).toBe(409)
      expect(await waiting()).toEqual([])

      const asked = valueOf(await write(id, { request: 'APPRAISAL' }))
      expect(await waiting()).toMatchObject([
        {
          kind: 'appraisals',
          id: added.id,
          purchaseJourneyId: id,
          customer: { name: 'Mia Harris' },
          detail: 'Tarvane Cove 2021, TOI101',
        },
      ])
      const offered = valueOf(await offer(id, added.id, 1_500_000))
      expect(offered.version).toBeGreaterThan(asked.version)
      expect(vehicleIn(offered)).toMatchObject({
        status: 'APPRAISAL_DONE',
        offerCents: 1_500_000,
        offerExpires: new Date(app.clock.atMs + 7 * DAY_MS).toISOString(),
      })
      expect((await latestMail()).subject).toBe('Our offer for your trade-in: $15,000')
      expect(await waiting()).toEqual([])
      // Better, before it is accepted.
      valueOf(await offer(id, added.id, 1_600_000))

      const accepted = valueOf(await write(id, { request: 'ACCEPT' }))
      expect(vehicleIn(accepted)).toMatchObject({
        status: 'APPRAISAL_ACCEPTED',
        offerCents: 1_600_000,
      })
      const { driveAwayCents, depositDueCents } = accepted.currentQuote.totals
      expect(accepted.paymentMetadata.balanceCents).toBe(
        driveAwayCents - depositDueCents - (1_600_000 - 200_000),
      )
      expect(faultsOf(await offer(id, added.id, 1)).status).toBe(409)
    })

    test('are offered for no longer than seven days, and only while the purchase is open', async () => {
      const { id } = await ready(mia)
      const { id: vehicleId } = vehicleIn(valueOf(await write(id, { request: 'APPRAISAL' })))
      expect(faultsOf(await offer(id, 'another', 1)).status).toBe(404)
      valueOf(await offer(id, vehicleId, 1_500_000))
      app.clock.advance(7 * DAY_MS)
      mia = await arrive(app)
      expect(faultsOf(await write(id, { request: 'ACCEPT' })).status).toBe(409)
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      sam = await arrive(app, 'staff@demo.example')
      expect(faultsOf(await offer(id, vehicleId, 1)).status).toBe(409)
    })
  })

  test('a machine with the scope does what staff do, and the history has its name', async () => {
    const scopes: Scope[] = ['purchases:read', 'purchases:write', 'payments:write']
    const { clientId } = await createApiClient(app.deps, { name: 'Dealer system', scopes })
    const tokens = (await issueClientToken(app.deps, { clientId, scopes }, undefined))!
    const machine = app.browser(bearer(tokens.access_token))
    const { id, paymentMetadata } = await confirmed(mia)
    const params = { id }
    const receipt = {
      source: 'BANKTRF',
      amountCents: paymentMetadata.depositCents,
      reference: 'R1',
    } as const
    valueOf(await machine(recordReceipt, { params, body: receipt }))
    app.clock.advance(1000)
    const [line] = valueOf(await machine(calls.listWork, { query: {} })).items
    expect(line).toMatchObject({ kind: 'agreements', id })
    valueOf(await machine(addPurchaseNote, { params, body: { text: 'In our books.' } }))
    valueOf(await machine(cancelForCustomer, { params, body: { reason: 'Sold twice.' } }))
    const { events, notes } = valueOf(await machine(getPurchaseForStaff, { params }))
    expect(events.at(-1)).toMatchObject({ by: 'Dealer system', event: 'cancelled' })
    expect(notes.map(({ by }) => by)).toEqual(['Dealer system', 'Dealer system'])
    const body = { code: 'DECLINE' as const, conditions: [] }
    expect(faultsOf(await machine(calls.decideFinance, { params, body })).status).toBe(403)

    const audit = { params: { id: mia.customerId }, query: {} }
    const { entries } = valueOf(await sam.call(listAudit, audit))
    expect(entries.find(({ action }) => action === 'cancelForCustomer')).toMatchObject({
      actor: { type: 'APICLIENT', name: 'Dealer system' },
      outcome: 'ALLOWED',
    })
  })

  /** A purchase whose finance application the lender leaves to a person. */
  const referred = async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const body = aReferredApplication
    const journey = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
    app.clock.advance(1000)
    return journey
  }
  const decide = (
    { id, version }: Pick<PurchaseJourney, 'id' | 'version'>,
    code: 'AUTOAPPR' | 'DECLINE',
    limitCents = 3_000_000,
    isCorrection?: true,
  ) =>
    sam.call(calls.decideFinance, {
      params: { id },
      ifMatch: `"v${version}"`,
      body: {
        code,
        limitCents,
        annualRatePct: 8.95,
        validUntil: '2026-12-20',
        conditions: [],
        ...(isCorrection && { isCorrection }),
      },
    })

  test('a finance application is decided by people, too, and the customer hears of it', async () => {
    const before = await ready(mia, { payOption: 'LOANCLASIC' })
    expect(faultsOf(await decide(before, 'AUTOAPPR')).status).toBe(409)
    const journey = await referred()
    const { id } = journey
    valueOf(await decide(journey, 'AUTOAPPR'))
    expect((await journeyOf(id)).creditDecision).toEqual({
      code: 'AUTOAPPR',
      limitCents: 3_000_000,
      annualRatePct: 8.95,
      validUntil: '2026-12-20',
      conditions: [],
      appliedFor: journey.creditDecision!.appliedFor,
    })
    expect((await latestMail()).text).toContain('subject to the lender’s checks')
    valueOf(await decide(await referred(), 'DECLINE'))
    expect((await latestMail()).text).toContain('You can still buy the car by paying cash.')
  })

  test('an approval by people says of how much, at which rate and until which day to come', async () => {
    const { id } = await referred()
    const approve = (facts: object) =>
      sam.call(calls.decideFinance, {
        params: { id },
        body: { code: 'CONDITIONL', conditions: ['Three payslips.'], ...facts },
      })
    const whole = { limitCents: 3_000_000, annualRatePct: 8.95, validUntil: '2026-11-23' }
    expect(faultsOf(await approve({}))).toMatchObject({
      status: 400,
      fields: ['limitCents', 'annualRatePct', 'validUntil'],
    })
    for (const facts of [
      { validUntil: '2026-11-22' },
      { validUntil: '2027-02-30' },
      { annualRatePct: 101 },
    ])
      expect(faultsOf(await approve({ ...whole, ...facts }))).toMatchObject({
        status: 400,
        fields: Object.keys(facts),
      })
    expect((await journeyOf(id)).creditDecision?.code).toBe('MANUWRITE')
    valueOf(await approve(whole))
  })

  test('what people decided is corrected until the purchase is confirmed, and the customer told', async () => {
    const open = await referred()
    expect(faultsOf(await decide(open, 'DECLINE', 0, true)).status).toBe(409)
    const wrong = valueOf(await decide(open, 'DECLINE'))
    app.clock.advance(1000)
    const { id } = wrong
    const seen = async () => valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect((await seen()).canCorrectDecision).toBe(true)
    expect(faultsOf(await decide(wrong, 'AUTOAPPR')).status).toBe(409)
    expect(faultsOf(await decide(open, 'AUTOAPPR', 5_000_000, true)).status).toBe(412)

    const right = valueOf(await decide(wrong, 'AUTOAPPR', 5_000_000, true))
    expect(right.creditDecision).toMatchObject({ code: 'AUTOAPPR', limitCents: 5_000_000 })
    app.clock.advance(1000)
    const mail = await latestMail()
    expect(mail.subject).toMatch(/^Corrected: your finance application/)
    expect(mail.text).toContain('This one takes its place.')
    const { notes } = await seen()
    expect(notes.map(({ by, text }) => [by, text])).toEqual([
      [
        'Sam Patel',
        'Answer of the lender. Before: The lender leaves the decision to a person. Now: Declined.',
      ],
      ['Sam Patel', 'Finance decision corrected. Before: Declined. Now: Approved.'],
    ])

    valueOf(await confirming(mia, await journeyOf(id)))
    expect((await seen()).canCorrectDecision).toBe(false)
    const confirmedOne = await journeyOf(id)
    expect(faultsOf(await decide(confirmedOne, 'DECLINE', 0, true)).status).toBe(409)
  })

  test('what a lender has decided is not decided by people', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const body = anApplication()
    const journey = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
    expect(faultsOf(await decide(journey, 'DECLINE')).status).toBe(409)
    expect((await journeyOf(id)).creditDecision).toEqual(journey.creditDecision)
  })

  test('of two people who decide at once, one does', async () => {
    const journey = await referred()
    const answers = await Promise.all([decide(journey, 'AUTOAPPR'), decide(journey, 'DECLINE')])
    const [made] = answers.filter(({ ok }) => ok).map(valueOf)
    const [refused] = answers.filter(({ ok }) => !ok)
    expect(faultsOf(refused!).status).toBe(409)
    expect((await journeyOf(journey.id)).creditDecision).toEqual(made!.creditDecision)
  })

  test('nobody decides of a purchase that is no longer as they see it', async () => {
    const journey = await referred()
    const params = { id: journey.id }
    const body = { currentQuoteRequest: aRequest() }
    const changed = valueOf(await mia.call(updatePurchaseJourney, { params, body }))
    expect(faultsOf(await decide(journey, 'AUTOAPPR')).status).toBe(412)
    expect((await journeyOf(journey.id)).creditDecision?.code).toBe('MANUWRITE')
    valueOf(await decide(changed, 'AUTOAPPR'))
  })

  test.each(['AUTOAPPR', 'DECLINE'] as const)(
    'no deposit is taken for a loan that the lender does not give: %s',
    async (code) => {
      const journey = await referred()
      const { id } = journey
      const confirm = async () => confirming(mia, await journeyOf(id))
      valueOf(await decide(journey, code, journey.currentQuote.finance!.amountFinancedCents - 1))
      expect(faultsOf(await confirm()).status).toBe(409)
      const currentQuoteRequest = aRequest()
      valueOf(
        await mia.call(updatePurchaseJourney, { params: { id }, body: { currentQuoteRequest } }),
      )
      expect(valueOf(await confirm()).status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    },
  )

  describe('§4 the statuses that people move', () => {
    const advance = (id: string, event: 'car-found' | 'agreement-accepted' | 'handed-over') =>
      sam.call(calls.advanceJourney, {
        params: { id },
        body: event === 'agreement-accepted' ? { event, note: 'Signed at Albany.' } : { event },
      })
    const statusOf = ({ status }: PurchaseJourney) => status.purchaseJourneyStatusCode

    test('from confirmed to agreement to complete, each when it is paid for', async () => {
      const { id, paymentMetadata } = await confirmed(mia)
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
      expect(faultsOf(await advance(id, 'agreement-accepted')).status).toBe(409)
      await record(id, paymentMetadata.depositCents, 'R1')
      const agreed = valueOf(await advance(id, 'agreement-accepted'))
      expect([statusOf(agreed), agreed.paymentMetadata.canPayBalance]).toEqual(['AGREEMENT', true])
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
      await record(id, paymentMetadata.balanceCents, 'R2')
      expect(statusOf(valueOf(await advance(id, 'handed-over')))).toBe('COMPLETE')
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
    })

    test('a car that is found, or handed over, is answered again after a lost answer, and done once', async () => {
      const car = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const
      const { id } = await confirmed(mia, car)
      await db.updateTable('stock').set({ quantity: 1 }).where('kdcd', '=', car.kdcd).execute()
      const twice = async (event: 'car-found' | 'handed-over') => {
        const asked = { params: { id }, body: { event }, idempotencyKey: `press-${event}` }
        const first = valueOf(await sam.call(calls.advanceJourney, asked))
        // As it is left by a process that died before it had kept the answer.
        const lost = { status: null, body: null, created_at: '2026-01-01T00:00:00.000Z' }
        await db.updateTable('idempotency').set(lost).where('key', '=', `press-${event}`).execute()
        expect(valueOf(await sam.call(calls.advanceJourney, asked))).toEqual(first)
        expect(faultsOf(await advance(id, event)).status).toBe(409)
        return first
      }
      const { paymentMetadata } = await twice('car-found')
      await record(id, paymentMetadata.depositCents, 'R1')
      valueOf(await advance(id, 'agreement-accepted'))
      await record(id, paymentMetadata.balanceCents, 'R2')
      await twice('handed-over')
      const events = await db.selectFrom('journey_event').select('event').execute()
      for (const event of ['car-found', 'handed-over'])
        expect(events.filter((row) => row.event === event)).toHaveLength(1)
    })

    test('what a lender pays is waited for before the car is handed over', async () => {
      const { id, currentQuote, paymentMetadata } = await confirmed(mia, {
        payOption: 'LOANCLASIC',
      })
      await record(id, paymentMetadata.depositCents, 'R1')
      valueOf(await advance(id, 'agreement-accepted'))
      expect(faultsOf(await advance(id, 'handed-over')).status).toBe(409)
      const amountCents = currentQuote.finance!.amountFinancedCents
      const body = { source: 'MTF', amountCents, reference: 'M1' } as const
      valueOf(await sam.call(recordReceipt, { params: { id }, body }))
      expect(statusOf(valueOf(await advance(id, 'handed-over')))).toBe('COMPLETE')
    })

    test('a car is found for a purchase that had none, when there is one', async () => {
      // The catalogue calls it unavailable, so nothing is built.
      const car = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const
      const { id } = await confirmed(mia, car)
      expect(await work()).toMatchObject([
        { kind: 'no-car', id, customer: { id: mia.customerId }, amountCents: null },
      ])
      expect(faultsOf(await advance(id, 'car-found')).status).toBe(409)
      app.clock.advance(1000)
      await db
        .updateTable('stock')
        .set({ quantity: 1 })
        .where('kdcd', '=', car.kdcd)
        .where('colour_code', '=', car.colourCode)
        .execute()
      const found = valueOf(await advance(id, 'car-found'))
      expect([statusOf(found), found.paymentMetadata.canPayDeposit]).toEqual(['CONFIRMED', true])
      expect((await latestMail()).subject).toContain('We have found your car')
      expect(faultsOf(await advance(id, 'car-found')).status).toBe(409)
      const { depositCents: amountCents } = found.paymentMetadata
      expect(await work()).toMatchObject([{ kind: 'unpaid', id, amountCents }])
    })
  })

  describe('payments that a person has to look at', () => {
    const toReview = () => work('transfers')
    const decide = (id: string, paymentId: string, outcome: 'SEND_BACK' | 'NOTHING_CAME') =>
      sam.call(calls.decideReview, { params: { id }, body: { paymentId, outcome } })

    test('what was too much goes back, once', async () => {
      const { id, paymentMetadata } = await confirmed(mia)
      const { depositCents, balanceCents } = paymentMetadata
      await record(id, depositCents + balanceCents + 700, 'R1')
      const [over] = await toReview()
      expect(over).toMatchObject({ amountCents: 700, detail: 'More than was due' })
      const other = await started(mia)
      expect(faultsOf(await decide(other.id, over!.id, 'SEND_BACK')).status).toBe(404)

      valueOf(await decide(id, over!.id, 'SEND_BACK'))
      expect(faultsOf(await decide(id, over!.id, 'SEND_BACK')).status).toBe(409)
      expect(await toReview()).toEqual([])
      const { refunds } = valueOf(await sam.call(listRefunds))
      expect(refunds).toMatchObject([{ amountCents: 700, reason: 'REVIEWED', status: 'BY_HAND' }])
      const { paidCents } = (await journeyOf(id)).paymentMetadata
      expect(paidCents).toBe(depositCents + balanceCents)
      const params = { id: refunds[0]!.refundId }
      valueOf(await sam.call(completeRefund, { params, body: { reference: 'B-1' } }))
      expect((await latestMail()).subject).toBe('We have sent $7 back to you')
    })

    test('of a transfer that was not finished, what has come goes back', async () => {
      const { id } = await confirmed(mia)
      await record(id, 40_000, 'R1')
      valueOf(await mia.call(cancelPurchase, { params: { id } }))
      const [part] = await toReview()
      expect(part).toMatchObject({ purchaseJourneyId: id, amountCents: 40_000 })
      valueOf(await decide(id, part!.id, 'SEND_BACK'))
      expect(valueOf(await sam.call(listRefunds)).refunds).toMatchObject([{ amountCents: 40_000 }])
    })

    test('where nothing came, the customer can pay again', async () => {
      const { id } = await confirmed(mia)
      await record(id, 100, 'R1')
      await db
        .updateTable('payment')
        .set({ status: 'NEEDS_REVIEW', review_reason: 'a test says so' })
        .execute()
      expect((await journeyOf(id)).paymentMetadata.canPayDeposit).toBe(false)
      const [payment] = await toReview()
      valueOf(await decide(id, payment!.id, 'NOTHING_CAME'))
      expect((await journeyOf(id)).paymentMetadata.canPayDeposit).toBe(true)
      expect(valueOf(await sam.call(listRefunds)).refunds).toEqual([])
    })
  })
})
