import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import pino from 'pino'
import * as calls from '#lib/contract/purchase-journeys.ts'
import type { FinanceApplication } from '#lib/contract/shapes/finance-application.ts'
import type { JourneyPatch } from '#lib/contract/shapes/journey.ts'
import { monthlySurplus } from '#lib/domain/affordability.ts'
import { FINANCE_DOCUMENT, financeDocumentText } from '#lib/domain/finance-document.ts'
import type { Database } from '#server/db/database.ts'
import { findFinanceSignature } from '#server/db/finance-signatures.ts'
import { sealFor } from '#server/services/journey-view.ts'
import { contentOf } from '#server/services/outbox.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirming,
  faultsOf,
  ownerDetails,
  ready,
  started,
  type Person,
} from '#tests/setup/purchases.ts'

describe.each(databases)('finance applications on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let mia: Person
  let kowhai: Person
  let staff: Person

  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    mia = await arrive(app)
    kowhai = await arrive(app, 'company@demo.example')
    staff = await arrive(app, 'staff@demo.example')
  })
  afterEach(() => db.destroy())

  const get = async ({ call }: Person, id: string) =>
    valueOf(await call(calls.getPurchaseJourney, { params: { id } }))
  const patch = ({ call }: Person, id: string, body: JourneyPatch) =>
    call(calls.updatePurchaseJourney, { params: { id }, body })
  const apply = ({ call }: Person, id: string, body: FinanceApplication) =>
    call(calls.submitFinanceApplication, { params: { id }, body })
  const financed = () => started(mia, { payOption: 'LOANCLASIC' })
  const earning = (incomeAfterTaxCents: number) =>
    anApplication({ income: { ...anApplication().income, incomeAfterTaxCents } })

  test.each<[string, (shortCents: number) => FinanceApplication, string]>([
    ['plenty', () => earning(900_000), 'AUTOAPPR'],
    ['just enough', (needed) => earning(needed + 100_00), 'CONDITIONL'],
    ['a little too little', (needed) => earning(needed - 100_00), 'MANUWRITE'],
    ['far too little', () => earning(100_000), 'DECLINE'],
  ])('with %s the lender says so', async (_, applicationFor, code) => {
    const { id, currentQuote } = await financed()
    // What one would have to earn for nothing to be left.
    const needed = -monthlySurplus(
      { liabilities: anApplication().liabilities },
      currentQuote.finance!,
    )
    const journey = valueOf(await apply(mia, id, applicationFor(needed)))
    expect(journey.hasAppliedForFinancePreApproval).toBe(true)
    expect(journey.creditDecision).toMatchObject({ code })
  })

  test.each(['LOANCLASIC', 'LEASETC'] as const)(
    'a %s that is declined is not confirmed, and cash is, in the same purchase',
    async (payOption) => {
      const { id } = await ready(mia, { payOption })
      const decided = valueOf(await apply(mia, id, earning(1)))
      expect(decided.creditDecision).toMatchObject({ code: 'DECLINE', appliedFor: { payOption } })
      const refused = await confirming(mia, decided)
      expect(faultsOf(refused).status).toBe(409)
      expect(JSON.stringify(refused)).toContain('cannot offer finance')

      const { finance: _terms, ...request } = decided.currentQuoteRequest
      const currentQuoteRequest = { ...request, payOption: 'CASH' as const }
      const cash = valueOf(await patch(mia, id, { currentQuoteRequest }))
      expect(valueOf(await confirming(mia, cash)).status.purchaseJourneyStatusCode).toBe(
        'CONFIRMED',
      )
    },
  )

  test('staff cannot write the answers of a customer, and the attempt is in the audit', async () => {
    const { id } = await financed()
    const { residence, employment } = anApplication()
    valueOf(await patch(mia, id, { financeApplication: { residence } }))
    const refused = await patch(staff, id, { financeApplication: { employment } })
    expect(faultsOf(refused).status).toBe(403)
    expect(JSON.stringify(refused)).toContain('Only the customer can fill in')
    expect(valueOf(await mia.call(calls.getFinanceDraft, { params: { id } }))).toEqual({
      residence,
    })
    const audited = await db.selectFrom('audit').select(['action', 'outcome']).execute()
    expect(audited).toEqual([{ action: 'updatePurchaseJourney', outcome: 'REFUSED' }])
    expect((await patch(staff, id, { outletCode: null })).ok).toBe(true)
  })

  test('what was answered is in the database only encrypted, in no log, and never comes back', async () => {
    const CANARY = /CANARY|987654321|Q[XZ]987654|1971-12-31/
    const log: string[] = []
    const write = (line: string) => log.push(line)
    mia = await arrive(startApplication(db, { deps: { log: pino({ level: 'trace' }, { write }) } }))
    const { id } = await financed()
    const usual = anApplication()
    const canary = anApplication({
      residence: {
        ...usual.residence,
        driverLicenceNumber: 'QZ987654',
        address: 'CANARY-ADDRESS',
        yearsAtAddress: 1,
        previousAddress: 'CANARY-ADDRESS-BEFORE',
      },
      employment: {
        type: 'FULL_TIME',
        employer: 'CANARY-EMPLOYER',
        role: 'CANARY-ROLE',
        years: 2,
        previousEmployer: 'CANARY-EMPLOYER-BEFORE',
      },
      income: { ...usual.income, incomeAfterTaxCents: 987_654_321 },
      liabilities: {
        ...usual.liabilities,
        loans: [{ lender: 'CANARY-LENDER', balanceCents: 1, paymentPerMonthCents: 1 }],
        expectedChange: 'WORSE',
        expectedChangeInWords: 'CANARY-CHANGE',
      },
      signature: { ...usual.signature, name: 'CANARY-SIGNATURE' },
    })
    const { declarations: _, signature: __, ...draft } = canary
    for (const [section, answers] of Object.entries(draft))
      valueOf(await patch(mia, id, { financeApplication: { [section]: answers } }))
    valueOf(
      await patch(mia, id, {
        ownerDetails: ownerDetails({
          dateOfBirth: '1971-12-31',
          driverLicence: { number: 'QX987654', version: '321', type: 'FULL' },
        }),
      }),
    )
    // As the browser sends it: the answer is kept for its key, with the owner details in it.
    const sent = await mia.call(calls.submitFinanceApplication, {
      params: { id },
      body: canary,
      idempotencyKey: 'press-1',
    })
    const answer = JSON.stringify(valueOf(sent))
    expect(answer).not.toMatch(/CANARY|987654321/)

    for (const { name, schema = 'public' } of await db.introspection.getTables()) {
      // What tests keep for themselves stands in schemas of its own.
      if (schema !== 'public') continue
      const rows = await db
        .selectFrom(name as keyof Database)
        .selectAll()
        .execute()
      expect(JSON.stringify(rows), name).not.toMatch(CANARY)
    }
    expect(log.length).toBeGreaterThan(0)
    expect(log.join('')).not.toMatch(CANARY)
    expect((await get(mia, id)).ownerDetails!.driverLicence!.number).toBe('QX987654')
  })

  test('what was answered so far is there to go on with, for the customer alone, until it is sent', async () => {
    const { id } = await financed()
    const draft = ({ call }: Person) => call(calls.getFinanceDraft, { params: { id } })
    const { employment, income } = anApplication()
    expect(valueOf(await draft(mia))).toEqual({})
    valueOf(await patch(mia, id, { financeApplication: { employment } }))
    valueOf(
      await patch(mia, id, { financeApplication: { income: { otherIncomePerMonthCents: 1 } } }),
    )
    expect(valueOf(await draft(mia))).toEqual({
      employment,
      income: { otherIncomePerMonthCents: 1 },
    })
    expect(faultsOf(await draft(staff)).status).toBe(403)
    expect(faultsOf(await draft(kowhai)).status).toBe(404)

    valueOf(
      await patch(mia, id, {
        financeApplication: {
          employment: { role: null },
          liabilities: { loans: [{ lender: 'Harbour Bank' }] },
        },
      }),
    )
    expect(valueOf(await draft(mia))).toMatchObject({
      employment: { type: 'FULL_TIME', employer: 'Harbour Timber', years: 6 },
      liabilities: { loans: [{ lender: 'Harbour Bank' }] },
    })
    expect(valueOf(await draft(mia)).employment).not.toHaveProperty('role')

    valueOf(await apply(mia, id, anApplication({ income })))
    expect(valueOf(await draft(mia))).toEqual({})
  })

  test('a draft of an earlier form is gone on with, less what is not asked any more', async () => {
    const { id } = await financed()
    const journey = { purchase_journey_id: id }
    await db
      .updateTable('purchase_journey')
      .set({
        finance_application: sealFor(app.deps.keys, journey, 'finance_application', {
          employment: { employer: '', years: 2 },
          liabilities: { loansPerMonthCents: 1, livingCostsPerMonthCents: 2, cardLimitsCents: 3 },
        }),
      })
      .where('purchase_journey_id', '=', id)
      .execute()
    expect(valueOf(await mia.call(calls.getFinanceDraft, { params: { id } }))).toEqual({
      employment: { years: 2 },
      liabilities: { cardLimitsCents: 3 },
    })
  })

  test('what was signed is kept with its text, its hash, its time and its account, and a copy is mailed', async () => {
    const { id, currentQuote } = await financed()
    const drawn = anApplication({
      signature: { ...anApplication().signature, method: 'DRAWN', drawing: 'M10 20L12 24M3 4' },
    })
    valueOf(await apply(mia, id, drawn))
    expect(await findFinanceSignature(db, id)).toEqual({
      purchase_journey_id: id,
      quote_id: currentQuote.quoteId,
      quote_version: currentQuote.version,
      method: 'DRAWN',
      document_version: FINANCE_DOCUMENT.version,
      document: financeDocumentText,
      document_sha256: createHash('sha256').update(financeDocumentText).digest('hex'),
      signed_by: `customer:${mia.customerId}`,
      signed_at: '2026-11-23T01:00:00.000Z',
    })
    const changed = db.updateTable('finance_signature').set({ signed_by: 'customer:1' }).execute()
    await expect(changed).rejects.toThrow('a signature is not changed')

    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'finance-signed')
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      recipient: 'customer@demo.example',
      attachment_name: 'tarvane-finance-application.pdf',
    })
    const content = contentOf(app.deps, mail)
    expect(atob(content.attachmentBase64!)).toMatch(/^%PDF-/)
    expect(JSON.stringify(content)).not.toContain('M10 20')
    const copy = await mia.call(calls.getFinanceApplicationDocument, { params: { id } })
    expect(valueOf(copy)).toEqual({
      name: mail.attachment_name,
      mediaType: 'application/pdf',
      base64: content.attachmentBase64,
    })
  })

  test('a drawn signature has a drawing, and any one is under the text in force', async () => {
    const { id } = await financed()
    const { signature } = anApplication()
    const undrawn = anApplication({ signature: { ...signature, method: 'DRAWN' } })
    expect(faultsOf(await apply(mia, id, undrawn)).fields).toEqual(['signature.drawing'])
    const scrawl = anApplication({ signature: { ...signature, drawing: '<svg onload=x>' } })
    expect(faultsOf(await apply(mia, id, scrawl)).fields).toEqual(['signature.drawing'])
    const old = anApplication({ signature: { ...signature, documentVersion: '2025-01-01' } })
    expect(faultsOf(await apply(mia, id, old))).toMatchObject({
      status: 409,
      fields: ['signature.documentVersion'],
    })
    expect(await findFinanceSignature(db, id)).toBeNull()
  })

  test('sent again it answers the same, and another one is refused', async () => {
    const { id } = await financed()
    const first = valueOf(await apply(mia, id, anApplication()))
    expect(valueOf(await apply(mia, id, anApplication()))).toEqual(first)
    expect(faultsOf(await apply(mia, id, earning(1)))).toMatchObject({ status: 409 })
    const more = await patch(mia, id, { financeApplication: { income: {} } })
    expect(faultsOf(more).status).toBe(409)
  })

  test('only the customer signs, and only for a car that is financed', async () => {
    const { id } = await financed()
    expect(faultsOf(await apply(staff, id, anApplication()))).toMatchObject({
      status: 403,
      code: 'NotPermitted',
    })
    expect(faultsOf(await apply(kowhai, id, anApplication())).status).toBe(404)
    const cash = await started(mia)
    expect(faultsOf(await apply(mia, cash.id, anApplication())).status).toBe(409)
  })

  test('nobody under 18 applies', async () => {
    const bornOn = (dateOfBirth: string) =>
      anApplication({ residence: { ...anApplication().residence, dateOfBirth } })
    const { id } = await financed()
    expect(faultsOf(await apply(mia, id, bornOn('2008-11-24'))).fields).toEqual([
      'residence.dateOfBirth',
    ])
    expect(valueOf(await apply(mia, id, bornOn('2008-11-23'))).creditDecision).not.toBeNull()
  })

  test('what is missing or not accepted is named', async () => {
    const { id } = await financed()
    const born = { ...anApplication().residence, dateOfBirth: '2031-01-01' }
    expect(faultsOf(await apply(mia, id, anApplication({ residence: born }))).fields).toEqual([
      'residence.dateOfBirth',
    ])
    const declarations = {
      isTrue: true,
      creditCheckConsent: false,
      electronicConsent: true,
    } as never
    expect(faultsOf(await apply(mia, id, anApplication({ declarations }))).fields).toEqual([
      'declarations.creditCheckConsent',
    ])
  })
})
