import { describe, expect, test } from 'vitest'
import { listDeletions, requestDeletion } from '#lib/customers/account-calls.ts'
import {
  changeWebAccountEmail,
  createCustomer,
  updateCustomer,
  verifyWebAccountEmail,
} from '#lib/customers/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { completeRefund, listRefunds, recordReceipt } from '#lib/payments/calls.ts'
import { invitePerson } from '#lib/people/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { addFinanceDocument } from '#lib/purchases/file-calls.ts'
import { saveQuote } from '#lib/quotes/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { addVehicle } from '#lib/vehicles/calls.ts'
import { leaveMessage } from '#server/messages/messages.ts'
import { startActing } from '#lib/staff/calls.ts'
import { eraseAccount } from '#server/customers/account-deletion.ts'
import { insertDeletion } from '#server/customers/deletion-queries.ts'
import { endUnpaidPurchases } from '#server/payments/deposit-expiry.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { notifyOwners } from '#server/vehicles/recall-notices.ts'
import { AN_ATTEMPT } from '#tests/builders/payment-row.ts'
import { databases } from '#tests/setup/databases.ts'
import { someFile } from '#tests/setup/files.ts'
import { easyCaptcha, readCode, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
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
import { app, db, kowhai, mia, sam, setUpTwoCustomers, visitor } from '#tests/setup/suite.ts'

const LEASE = {
  payOption: 'LEASETC',
  finance: { depositCents: 0, termMonths: 36, frequency: 'Monthly', annualKm: 15_000 },
} as const

describe.each(databases)('an erased account on $name', (database) => {
  setUpTwoCustomers(database, { deps: { captcha: easyCaptcha } })

  const isErased = async ({ customerId }: Person) =>
    (
      await db
        .selectFrom('customer')
        .select('email')
        .where('id', '=', customerId)
        .executeTakeFirstOrThrow()
    ).email.startsWith('deleted ')
  const statusOf = async (id: string) =>
    (
      await db
        .selectFrom('purchase_journey')
        .select('status')
        .where('purchase_journey_id', '=', id)
        .executeTakeFirst()
    )?.status
  const erase = async (person: Person) => {
    const at = app.clock.now().toISOString()
    await insertDeletion(db, {
      customer_id: person.customerId,
      requested_at: at,
      due_at: at,
    })
    return eraseAccount(app.deps, person.customerId)
  }
  const askAndWait = async (person: Person) => {
    const params = { id: person.customerId }
    valueOf(
      await person.call(requestDeletion, { params, body: { currentPassword: SAMPLE_PASSWORD } }),
    )
    app.clock.advance(14 * DAY_MS)
    await expire(app.deps)
  }

  test.each([0, 3, 8, 15])(
    'has no purchase that was confirmed %d ms into its deletion',
    async (ms) => {
      const journey = await ready(mia)
      const confirmation = confirming(mia, journey)
      await new Promise((done) => setTimeout(done, ms))
      const [answer] = await Promise.all([confirmation, erase(mia)])
      expect([answer.ok, await isErased(mia)]).toContain(false)
      expect(await statusOf(journey.id)).toBe(answer.ok ? 'CONFIRMED' : undefined)
    },
  )

  test('gets no car that the register was asked about before', async () => {
    const own = app.deps.register
    let answer = () => {}
    const isAsked = new Promise<void>((asked) => {
      const mayAnswer = new Promise<void>((done) => (answer = done))
      app.deps.register = {
        ...own,
        find: async (plate) => {
          asked()
          await mayAnswer
          return own.find(plate)
        },
      }
    })
    const adding = mia.call(addVehicle, {
      params: { id: mia.customerId },
      body: { registration: 'TOI103' },
    })
    await isAsked
    expect(await erase(mia)).toBe(true)
    answer()
    expect(faultsOf(await adding)).toMatchObject({ status: 404 })
    await notifyOwners(app.deps)
  })

  test('waits for money that has yet to go back, and money that comes later is recorded', async () => {
    const { id } = await confirmed(mia)
    const transfer = { source: 'BANKTRF', amountCents: 100_000, reference: 'First' } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body: transfer }))
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    await askAndWait(mia)
    expect(await isErased(mia)).toBe(false)

    const staff = await arrive(app, 'staff@demo.example')
    expect(valueOf(await staff.call(listDeletions)).deletions).toMatchObject([{ isHeldUp: true }])
    const [refund] = valueOf(await staff.call(listRefunds)).refunds
    const params = { id: refund!.refundId }
    valueOf(
      await staff.call(completeRefund, {
        params,
        body: { reference: 'B-77', amountCents: 100_000 },
      }),
    )
    await expire(app.deps)
    expect(await isErased(mia)).toBe(true)
    const late = { ...transfer, reference: 'Late' }
    valueOf(await staff.call(recordReceipt, { params: { id }, body: late }))
  })

  test('keeps no decision of a lender', async () => {
    const journey = await ready(mia, LEASE)
    valueOf(await confirming(mia, journey))
    const { id } = journey
    await decideWithDocument(id)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    await askAndWait(mia)
    expect(await isErased(mia)).toBe(true)
    expect(await financeOf(id)).toEqual(['{"code":"CONDITIONL","conditions":[]}', 0])
  })

  test('isn’t needed for a decision and its documents to go: half a year is enough', async () => {
    const journey = await ready(mia, LEASE)
    valueOf(await confirming(mia, journey))
    await decideWithDocument(journey.id)
    valueOf(await mia.call(cancelPurchase, { params: { id: journey.id } }))
    app.clock.advance(181 * DAY_MS)
    await forgetOld(app.deps)
    expect((await financeOf(journey.id))[1]).toBe(1)
    app.clock.advance(2 * DAY_MS)
    await forgetOld(app.deps)
    expect(await financeOf(journey.id)).toEqual(['{"code":"CONDITIONL","conditions":[]}', 0])
  })

  test('leaves no details in a registration whose address it has taken over', async () => {
    const email = 'mia.new@post.example'
    const typed = {
      customerType: 'INDIVIDUAL',
      name: { firstName: 'Typed', lastName: 'Before' },
      email,
      mobilePhone: '021 555 0777',
    } as const
    valueOf(await visitor(createCustomer, { body: typed, captchaToken: RIGHT_CAPTCHA }))
    app.clock.advance(MINUTE_MS)
    const params = { id: mia.customerId }
    const body = { email, currentPassword: SAMPLE_PASSWORD }
    valueOf(await mia.call(changeWebAccountEmail, { params, body }))
    const code = await readCode(app, email)
    valueOf(await mia.call(verifyWebAccountEmail, { params, body: { code } }))
    const customers = JSON.stringify([
      await db.selectFrom('customer').selectAll().execute(),
      await db.selectFrom('customer_term').selectAll().execute(),
    ])
    expect(customers).toContain('unproven ')
    expect(customers).not.toMatch(/typed|5550777/i)
  })

  test('takes an unpaid purchase with it a year later, although its payment page was opened', async () => {
    const { id } = await confirmed(mia)
    await db
      .insertInto('payment')
      .values({ ...AN_ATTEMPT, payment_id: 'left', purchase_journey_id: id, status: 'EXPIRED' })
      .execute()
    const paid = await confirmed(mia, { colourCode: 'WHS' })
    await db
      .insertInto('payment')
      .values({
        ...AN_ATTEMPT,
        payment_id: 'came',
        purchase_journey_id: paid.id,
        received_cents: 5,
      })
      .execute()
    for (const one of [id, paid.id])
      valueOf(await mia.call(cancelPurchase, { params: { id: one } }))
    app.clock.advance(366 * DAY_MS)
    await forgetOld(app.deps)
    expect([await statusOf(id), await statusOf(paid.id)]).toEqual([undefined, 'CANCELLED'])
    const left = await db.selectFrom('payment').select('payment_id').execute()
    expect(left).toEqual([{ payment_id: 'came' }])
  })

  test('is not changed, quoted or acted for any more, and takes messages with it', async () => {
    const email = 'mia.new@post.example'
    const message = { name: 'Mia', email: 'customer@demo.example', message: 'Hello' }
    await leaveMessage(app.deps, message)
    const params = { id: mia.customerId }
    const body = { email, currentPassword: SAMPLE_PASSWORD }
    valueOf(await mia.call(changeWebAccountEmail, { params, body }))
    const code = await readCode(app, email)
    valueOf(await mia.call(verifyWebAccountEmail, { params, body: { code } }))
    expect(await erase(mia)).toBe(true)
    expect(await db.selectFrom('message').selectAll().execute()).toEqual([])
    const sent = await db.selectFrom('outbox').select('recipient').execute()
    expect(JSON.stringify(sent)).not.toMatch(/customer@|mia\.new@/)
    const answers = [
      await sam.call(updateCustomer, { params, body: { mobilePhone: '021 555 0777' } }),
      await sam.call(startActing, { body: { customerId: mia.customerId } }),
      await sam.call(saveQuote, { body: { ...aRequest(), customerId: mia.customerId } }),
    ]
    expect(answers.map((answer) => faultsOf(answer).status)).toEqual([404, 404, 404])
  })

  test('leaves no invitation to its address', async () => {
    const { id } = await started(kowhai)
    const body = { name: 'Mia Harris', email: 'customer@demo.example', role: 'PARTNER' } as const
    valueOf(await kowhai.call(invitePerson, { params: { id }, body }))
    expect(await erase(mia)).toBe(true)
    expect(await db.selectFrom('purchase_person').selectAll().execute()).toEqual([])
  })

  test('whose purchase is overdue all the same keeps no one else’s car', async () => {
    const orphan = await confirmed(mia)
    const other = await confirmed(kowhai)
    await db
      .updateTable('customer')
      .set({ email: `deleted ${mia.customerId}@account.invalid` })
      .where('id', '=', mia.customerId)
      .execute()
    app.clock.advance(60 * HOUR_MS)
    await endUnpaidPurchases(app.deps)
    expect([await statusOf(orphan.id), await statusOf(other.id)]).toEqual(['EXPIRED', 'EXPIRED'])
  })

  const decideWithDocument = async (id: string) => {
    const decision = {
      code: 'CONDITIONL' as const,
      limitCents: 9_500_000,
      annualRatePct: 12.5,
      validUntil: '2099-12-31',
      conditions: ['Bank statements of three months.'],
    }
    valueOf(await sam.call(decideFinance, { params: { id }, body: decision }))
    valueOf(
      await mia.call(addFinanceDocument, {
        params: { id },
        fileName: 'statements.pdf',
        body: someFile('application/pdf', 'a statement'),
      }),
    )
  }
  const financeOf = async (id: string) => {
    const { credit_decision } = await db
      .selectFrom('purchase_journey')
      .select('credit_decision')
      .where('purchase_journey_id', '=', id)
      .executeTakeFirstOrThrow()
    const files = await db.selectFrom('purchase_file').selectAll().execute()
    return [credit_decision, files.length]
  }
})
