import { accountExamples } from './examples/accounts.ts'
import type { MakeExample } from './examples/example.ts'
import { paymentExamples } from './examples/payments.ts'
import { peopleExamples } from './examples/people.ts'
import { purchaseExamples } from './examples/purchases.ts'
import { siteExamples } from './examples/site.ts'

export { asked } from './examples/example.ts'

/** For each call of the contract, by its name, one that succeeds. */
export const examples: Record<string, MakeExample> = {
  ...siteExamples,
  ...accountExamples,
  ...purchaseExamples,
  ...peopleExamples,
  ...paymentExamples,
}
