import { describe, expect, test } from 'vitest'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { getFinanceDraft, submitFinanceApplication } from '#lib/finance/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import type { FinanceApplication } from '#lib/finance/shapes.ts'
import { monthlySurplus } from '#lib/finance/affordability.ts'
import type { Database } from '#server/database.ts'
import { sealColumn } from '#server/journeys/sealed-columns.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirming,
  conflictOf,
  faultsOf,
  ownerDetails,
  ready,
  type Person,
} from '#tests/setup/purchases.ts'
import { patch, apply, financed, earning } from './finance.fixture.ts'
import {
  app,
  db,
  kowhai,
  mia,
  restart,
  sam,
  setUpTwoCustomers,
  signInAgain,
} from '#tests/setup/suite.ts'

describe.each(databases)('finance applications on $name', (database) => {
  setUpTwoCustomers(database)

  const get = async ({ call }: Person, id: string) =>
    valueOf(await call(calls.getPurchaseJourney, { params: { id } }))

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
      expect(JSON.stringify(refused)).toContain('can’t offer finance')

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
    const refused = await patch(sam, id, { financeApplication: { employment } })
    expect(faultsOf(refused).status).toBe(403)
    expect(JSON.stringify(refused)).toContain('Only the customer can fill in')
    expect(valueOf(await mia.call(getFinanceDraft, { params: { id } }))).toEqual({
      residence,
    })
    const audited = await db.selectFrom('audit').select(['action', 'outcome']).execute()
    expect(audited).toEqual([{ action: 'updatePurchaseJourney', outcome: 'REFUSED' }])
    expect((await patch(sam, id, { outletCode: null })).ok).toBe(true)
  })

  test('what was answered is in the database only encrypted, in no log, and never comes back', async () => {
    const CANARY = /CANARY|987654321|Q[XZ]987654|1971-12-31/
    const log: string[] = []
    const write = (line: string) => log.push(line)
    const logged = startApplication(db, { deps: { log: pino({ level: 'trace' }, { write }) } })
    const mia = await arrive(logged)
    const { id } = await financed(mia)
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
    const sent = await mia.call(submitFinanceApplication, {
      params: { id },
      body: canary,
      idempotencyKey: 'press-1',
    })
    const answer = JSON.stringify(valueOf(sent))
    expect(answer).not.toMatch(/CANARY|987654321/)

    for (const { name, schema = 'public' } of await db.introspection.getTables()) {
      // The tests keep their own tables in separate schemas.
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
    const draft = ({ call }: Person) => call(getFinanceDraft, { params: { id } })
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
    expect(faultsOf(await draft(sam)).status).toBe(403)
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

  test('keeps a draft from an older form, without removed questions', async () => {
    const { id } = await financed()
    const journey = { purchase_journey_id: id }
    await db
      .updateTable('purchase_journey')
      .set({
        finance_application: sealColumn(app.deps.keys, journey, 'finance_application', {
          employment: { employer: '', years: 2 },
          liabilities: { loansPerMonthCents: 1, livingCostsPerMonthCents: 2, cardLimitsCents: 3 },
        }),
      })
      .where('purchase_journey_id', '=', id)
      .execute()
    expect(valueOf(await mia.call(getFinanceDraft, { params: { id } }))).toEqual({
      employment: { years: 2 },
      liabilities: { cardLimitsCents: 3 },
    })
  })

  test('of two applications at once the lender sees one, whatever they say', async () => {
    const { id } = await financed()
    const asked: number[] = []
    const { lender } = app.deps
    restart({
      deps: {
        lender: {
          ...lender,
          async decide(wanted) {
            asked.push(wanted.application.income.incomeAfterTaxCents)
            await setTimeout(50)
            return lender.decide(wanted)
          },
        },
      },
    })
    await signInAgain()
    const answers = await Promise.all([
      apply(mia, id, earning(900_000)),
      apply(mia, id, earning(50_000)),
    ])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(asked).toHaveLength(1)
    expect(conflictOf(answers.find(({ ok }) => !ok)!).status).toBe(409)
  })
})
