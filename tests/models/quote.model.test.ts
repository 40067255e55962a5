import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { deleteQuote, getQuote, listSaved, refreshQuote, savedQuote } from './quote-commands.ts'
import { PAY_OPTIONS } from '#lib/codes.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { gstPartCents } from '#lib/shared/money.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { MODEL_TIMEOUT_MS, RUNS, runsOn } from './runs.ts'

const options = catalogue.models.flatMap(({ variants }) => variants.flatMap((one) => one.options))
const code = (codes: { code: string }[]) => fc.constantFrom(...codes.map((one) => one.code))
const request: fc.Arbitrary<QuoteRequest> = fc.constantFrom(...options).chain((option) =>
  fc.record(
    {
      kdcd: fc.constant(option.kdcd),
      colourCode: fc.constantFrom(...option.colourCodes),
      interiorCode: fc.constantFrom(...option.interiorCodes),
      accessoryCodes: fc.uniqueArray(code(catalogue.accessories), { maxLength: 4 }),
      servicePlanCode: fc.option(code(catalogue.servicePlans)),
      payOption: fc.constantFrom(...PAY_OPTIONS),
    },
    { requiredKeys: ['kdcd', 'payOption'] },
  ),
)

test(`every price adds up, and is the same when it is asked again (${RUNS} requests)`, () => {
  let priced = 0
  fc.assert(
    fc.property(request, (asked) => {
      const result = priceQuote(asked, catalogue)
      if (!result.ok) {
        expect(result.problems.length).toBeGreaterThan(0)
        return
      }
      priced += 1
      const { lines, totals, finance, request: named } = result.value
      expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(
        totals.driveAwayCents,
      )
      expect(totals.vehicleCents + totals.accessoriesCents + totals.onRoadCents).toBe(
        totals.driveAwayCents,
      )
      expect(totals.gstCents).toBe(gstPartCents(totals.driveAwayCents))
      expect(totals.depositDueCents).toBeLessThanOrEqual(totals.driveAwayCents)
      if (finance) {
        const { paymentCount, paymentCents, lastPaymentCents } = finance
        expect(Math.abs(lastPaymentCents - paymentCents)).toBeLessThan(paymentCents)
        expect(finance.totalPayableCents).toBeGreaterThanOrEqual(
          paymentCents * (paymentCount - 1) + lastPaymentCents,
        )
      }
      expect(priceQuote(named, catalogue)).toEqual(result)
    }),
    { numRuns: RUNS },
  )
  expect(priced).toBeGreaterThan(RUNS / 4)
})

type Command = { do: 'save' | 'refresh' | 'delete' | 'get' | 'wait'; which: number }
const command: fc.Arbitrary<Command> = fc.record({
  do: fc.constantFrom('save', 'refresh', 'delete', 'get', 'wait'),
  which: fc.nat(4),
})

test.each(databases)(
  `a customer’s quotes are what was saved and not deleted (${runsOn(databases[0]!.name)} histories), on $name`,
  async ({ name, open }) => {
    const db = await open()
    const app = startApplication(db)
    await seedDemo(app.deps)
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 15 }), async (commands) => {
        await db.deleteFrom('quote').execute()
        let mia = await arrive(app)
        /** What there should be, newest last: each with its version. */
        const model: { quoteId: string; version: number }[] = []
        for (const step of commands) {
          const at = model[step.which % Math.max(1, model.length)]
          switch (step.do) {
            case 'save':
              model.push({ quoteId: await savedQuote(mia), version: 1 })
              break
            case 'wait':
              app.clock.advance(24 * 60 * 60_000)
              mia = await arrive(app)
              break
            case 'get':
              if (at) expect(await getQuote(mia, at.quoteId)).toBe(at.version)
              break
            case 'refresh':
              if (at) expect(await refreshQuote(mia, at.quoteId)).toBe((at.version += 1))
              break
            case 'delete':
              if (!at) break
              await deleteQuote(mia, at.quoteId)
              model.splice(model.indexOf(at), 1)
              expect(await getQuote(mia, at.quoteId)).toBeNull()
          }
          app.clock.advance(1000)
          expect((await listSaved(mia)).sort()).toEqual(model.map(({ quoteId }) => quoteId).sort())
        }
      }),
      { numRuns: runsOn(name) },
    )
    await db.destroy()
  },
  MODEL_TIMEOUT_MS,
)
