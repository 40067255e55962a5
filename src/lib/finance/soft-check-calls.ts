import { endpoint } from '#lib/api/endpoint.ts'
import { Frequency, PAY_OPTIONS } from '#lib/codes.ts'
import { isFinance, isLease } from '#lib/payments/pay-options.ts'
import { cents } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'
import { codesOf, INCOMES, OUTGOINGS, SoftCheckAnswer } from './soft-check.ts'

export const softCheckFinance = endpoint({
  name: 'softCheckFinance',
  summary:
    'Asks the lender whether it would probably lend, from a range of income and of outgoings alone. Nothing is stored, and no person is named; 404 if the lender doesn’t offer it.',
  method: 'POST',
  path: '/finance/soft-check',
  who: 'anyone',
  body: z.strictObject({
    income: z.enum(codesOf(INCOMES)),
    outgoings: z.enum(codesOf(OUTGOINGS)),
    finance: z.strictObject({
      product: z.enum(PAY_OPTIONS.filter((option) => isFinance(option) || isLease(option))),
      amountFinancedCents: cents.check(z.gte(1)),
      termMonths: z.int().check(z.gte(1), z.lte(120)),
      frequency: Frequency,
      paymentCents: cents.check(z.gte(1)),
    }),
  }),
  ok: 200,
  answer: z.object({ answer: SoftCheckAnswer }),
  errors: [404],
})
