import { describe, expect, test } from 'vitest'
import { submitFinanceApplication } from '#lib/finance/calls.ts'
import {
  acceptInvitation,
  addPurchaseComment,
  answerSharedPurchase,
  commentOnSharedPurchase,
  getInvitation,
  getPeople,
  getSharedAgreement,
  getSharedPurchase,
  listSharedPurchases,
  signSharedAgreement,
} from '#lib/people/calls.ts'
import {
  acceptAgreement,
  getAgreement,
  getAgreementDocument,
  issueAgreement,
} from '#lib/purchases/agreement-calls.ts'
import { cancelPurchase, getPurchaseJourney, updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { addFinanceDocument } from '#lib/purchases/file-calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { agreementPdf } from '#server/agreements/mails.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { someFile } from '#tests/setup/files.ts'
import { invitationKey, invited, joined } from '#tests/setup/invitations.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  conflictOf,
  faultsOf,
  ownerDetails,
  started,
} from '#tests/setup/purchases.ts'
import { app, db, kowhai, mia, sam, setUpTwoCustomers } from '#tests/setup/suite.ts'

const COMPANY = 'company@demo.example'

/** Every text of a value that is long enough to be told from others, and every amount that is not a round one. */
function* canariesIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > 5) yield value
  if (typeof value === 'number' && value > 9999 && value % 1000 !== 0) yield String(value)
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* canariesIn(part)
}

const application = anApplication({
  // The lender asks for a document.
  residence: { ...anApplication().residence, driverLicenceType: 'LEARN' },
  employment: { type: 'FULL_TIME', employer: 'Harbour Canary', role: 'Canary keeper', years: 6 },
  income: {
    incomeAfterTaxCents: 6_212_345,
    incomeFrequency: 'Monthly',
    otherIncomePerMonthCents: 12_321,
    partnerSharePerMonthCents: 23_432,
  },
  declarations: { isTrue: true, creditCheckConsent: true, electronicConsent: true },
})
const details = ownerDetails({
  homePhone: '09 555 0987',
  dateOfBirth: '1988-04-12',
  driverLicence: { number: 'CN987654', version: '123', type: 'FULL' },
})

describe.each(databases)('what the people of a purchase see on $name (record 30)', (database) => {
  setUpTwoCustomers(database)

  test('nothing of the buyer’s finance, licence, address or files is in any answer or email', async () => {
    const { id } = await started(mia, { payOption: 'LOANCLASIC' })
    const params = { id }
    valueOf(
      await mia.call(updatePurchaseJourney, {
        params,
        body: { ownerDetails: details, hasConfirmedOwnerDetails: true },
      }),
    )
    valueOf(await mia.call(submitFinanceApplication, { params, body: application }))
    valueOf(
      await mia.call(addFinanceDocument, {
        params,
        body: someFile('application/pdf', 'payslip'),
        fileName: 'canary-payslip.pdf',
      }),
    )
    const { creditDecision, customer } = valueOf(await mia.call(getPurchaseJourney, { params }))
    await invited(mia, id, COMPANY, 'APPROVER')
    const key = await invitationKey(app, COMPANY)
    const seen: unknown[] = [valueOf(await app.browser()(getInvitation, { params: { key } }))]
    const part = valueOf(await kowhai.call(acceptInvitation, { params: { key } }))
    const ofPart = { params: { id: part.sharedPurchaseId } }
    const read = valueOf(await kowhai.call(getSharedPurchase, ofPart))
    const { priceMark } = read
    seen.push(
      read,
      valueOf(await kowhai.call(listSharedPurchases, { params: { id: kowhai.customerId } })),
      valueOf(await kowhai.call(commentOnSharedPurchase, { ...ofPart, body: { text: 'Yes' } })),
      valueOf(
        await kowhai.call(answerSharedPurchase, {
          ...ofPart,
          body: { answer: 'APPROVED', priceMark },
        }),
      ),
      await kowhai.call(getSharedAgreement, ofPart),
    )
    valueOf(await mia.call(addPurchaseComment, { params, body: { text: 'Thanks' } }))
    seen.push(valueOf(await app.browser()(listDemoMail, { query: { to: COMPANY } })))
    seen.push(await exportedData(app, kowhai))

    const { driveAwayCents } = read.totals
    const isShown = (canary: string) =>
      // The name is shown, and the approver lives in the same city.
      ['Mia Harris', 'Mia', 'Harris', 'Auckland', 'FULL_TIME', 'Monthly', 'LOANCLASIC'].includes(
        canary,
      ) || canary === String(driveAwayCents)
    const canaries = [
      ...canariesIn({ application, details, phone: customer.mobilePhone, email: customer.email }),
      ...canariesIn({ code: creditDecision!.code, conditions: creditDecision!.conditions }),
      'canary-payslip',
      'creditDecision',
      'ownerDetails',
    ].filter((canary) => !isShown(canary))
    expect(canaries.length).toBeGreaterThan(20)
    const text = JSON.stringify(seen)
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
    // The test looks where there is something to find.
    expect(text).toContain('Mia Harris')
    expect(text).toContain('LOANCLASIC')

    // Nor does the buyer see anything of the approver's.
    const theirs = JSON.stringify(valueOf(await mia.call(getPeople, { params })))
    expect(theirs).not.toMatch(/Rawiri|Kōpū|5550102/)
  })

  test('a purchase that is shared opens no call of the purchase itself', async () => {
    const { id } = await started(mia)
    await joined(app, { buyer: mia, guest: kowhai, id })
    for (const call of [getPurchaseJourney, getPeople, getAgreement] as const)
      expect(faultsOf(await kowhai.call(call, { params: { id } })).status).toBe(404)
  })
})

describe.each(databases)('the signature of a joint buyer on $name (record 30)', (database) => {
  setUpTwoCustomers(database)

  async function agreedWith(role: Parameters<typeof joined>[2] = 'JOINT_BUYER') {
    const { id } = await confirmed(mia, { payOption: 'LEASE' })
    const params = { id }
    const part = await joined(app, { buyer: mia, guest: kowhai, id }, role)
    valueOf(await sam.call(issueAgreement, { params }))
    const { agreementId } = valueOf(await mia.call(getAgreement, { params }))
    return { id, params, part: { params: { id: part } }, agreementId }
  }
  const signing = (agreementId: string) => ({
    agreementId,
    isAccepted: true as const,
    name: 'Rawiri Kōpū',
  })

  test('is below the agreement and on its PDF, once, before or after the buyer accepts', async () => {
    const { params, part, agreementId } = await agreedWith()
    expect(valueOf(await kowhai.call(getSharedPurchase, part)).agreement).toBe('TO_SIGN')
    const theirs = valueOf(await kowhai.call(getSharedAgreement, part))
    const ours = valueOf(await mia.call(getAgreement, { params }))
    expect(theirs).toEqual(ours)
    for (const _again of [1, 2])
      expect(
        valueOf(await kowhai.call(signSharedAgreement, { ...part, body: signing(agreementId) }))
          .agreement,
      ).toBe('SIGNED')
    const signed = valueOf(await mia.call(getAgreement, { params }))
    expect(signed).toMatchObject({
      documentSha256: ours.documentSha256,
      acceptance: null,
      jointSignatures: [{ name: 'Rawiri Kōpū', signedAt: '2026-11-23T01:00:00.000Z' }],
    })
    const withIt = await agreementPdf(app.deps, signed)
    const without = await agreementPdf(app.deps, ours)
    expect(withIt.bytes.length).toBeGreaterThan(without.bytes.length)
    valueOf(await mia.call(getAgreementDocument, { params }))
    const body = { agreementId, isAccepted: true as const, name: 'Mia Harris' }
    valueOf(await mia.call(acceptAgreement, { params, body }))
    const { events, people } = valueOf(await sam.call(getPurchaseForStaff, { params }))
    expect(events.filter(({ event }) => event === 'person-signed')).toMatchObject([
      { by: 'Tia Moana' },
    ])
    expect(people.people).toMatchObject([{ signedAt: '2026-11-23T01:00:00.000Z' }])
    await expect(
      db.updateTable('agreement_signature').set({ signed_by: 'customer:1' }).execute(),
    ).rejects.toThrow('an agreement is not changed')
  })

  test('is of the agreement that was read, and only a joint buyer’s', async () => {
    const { params, part, agreementId } = await agreedWith()
    app.clock.advance(1000)
    valueOf(await sam.call(issueAgreement, { params }))
    const late = await kowhai.call(signSharedAgreement, { ...part, body: signing(agreementId) })
    expect(conflictOf(late).message).toContain('newer agreement')
    const other = await agreedWith('PARTNER')
    const body = signing(other.agreementId)
    expect(faultsOf(await kowhai.call(getSharedAgreement, other.part)).status).toBe(404)
    expect(faultsOf(await kowhai.call(signSharedAgreement, { ...other.part, body })).status).toBe(
      404,
    )
  })

  test('stays when the account of the joint buyer is deleted; what they said goes', async () => {
    const { params, part, agreementId } = await agreedWith()
    valueOf(await kowhai.call(signSharedAgreement, { ...part, body: signing(agreementId) }))
    const body = { text: 'Canary comment' }
    valueOf(await kowhai.call(commentOnSharedPurchase, { ...part, body }))
    const theirs = await exportedData(app, kowhai)
    expect(theirs.sharedPurchases).toMatchObject([
      {
        role: 'JOINT_BUYER',
        name: 'Tia Moana',
        email: COMPANY,
        events: [{ kind: 'JOINED' }, { kind: 'SIGNED' }, { kind: 'COMMENT', text: body.text }],
      },
    ])
    expect(theirs.jointSignatures).toMatchObject([{ agreementId, name: 'Rawiri Kōpū' }])
    const own = await exportedData(app, mia)
    expect(own.purchases[0]!.people.people).toMatchObject([{ email: COMPANY }])
    await db.transaction().execute((trx) => eraseCustomer(trx, kowhai.customerId, '2026-11-24'))
    const { people, events } = valueOf(await mia.call(getPeople, { params }))
    expect(people).toEqual([])
    expect(JSON.stringify(events)).not.toMatch(/Tia|Canary/)
    const rows = await db.selectFrom('purchase_person').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/Tia|company@/)
    expect(valueOf(await mia.call(getAgreement, { params })).jointSignatures).toHaveLength(1)
  })

  test('stays in the copy of the joint buyer when the account of the buyer is deleted', async () => {
    const { params, part, agreementId } = await agreedWith()
    valueOf(await kowhai.call(signSharedAgreement, { ...part, body: signing(agreementId) }))
    const body = { agreementId, isAccepted: true as const, name: 'Mia Harris' }
    valueOf(await mia.call(acceptAgreement, { params, body }))
    await db.transaction().execute((trx) => eraseCustomer(trx, mia.customerId, '2026-11-24'))
    const theirs = await exportedData(app, kowhai)
    expect(theirs).toMatchObject({
      sharedPurchases: [],
      jointSignatures: [{ agreementId, name: 'Rawiri Kōpū' }],
    })
  })

  test('everyone goes when the account of the buyer is deleted', async () => {
    const { params, part } = await agreedWith('PARTNER')
    valueOf(await mia.call(addPurchaseComment, { params, body: { text: 'Hello' } }))
    valueOf(await mia.call(cancelPurchase, { params }))
    await db.transaction().execute((trx) => eraseCustomer(trx, mia.customerId, '2026-11-24'))
    for (const table of ['purchase_person', 'purchase_person_event'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(faultsOf(await kowhai.call(getSharedPurchase, part)).status).toBe(404)
  })

  test('an invitation that waits is in the copy of its address’s data', async () => {
    const { id } = await started(mia)
    await invited(mia, id, COMPANY)
    const { sharedPurchases } = await exportedData(app, kowhai)
    expect(sharedPurchases).toMatchObject([{ email: COMPANY, acceptedAt: null, events: [] }])
  })

  test('an invitation that nobody accepted is forgotten a month after its end', async () => {
    const { id } = await started(mia)
    await invited(mia, id, 'stranger@post.example')
    app.clock.advance(44 * DAY_MS)
    await forgetOld(app.deps)
    expect(await db.selectFrom('purchase_person').selectAll().execute()).toHaveLength(1)
    app.clock.advance(1000)
    await forgetOld(app.deps)
    expect(await db.selectFrom('purchase_person').selectAll().execute()).toEqual([])
    const again = await arrive(app)
    expect(valueOf(await again.call(getPeople, { params: { id } })).events).toEqual([])
  })
})
