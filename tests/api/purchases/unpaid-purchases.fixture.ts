import { recordReceipt } from '#lib/payments/calls.ts'
import { sam } from '#tests/setup/suite.ts'

/** Money for a purchase that staff have found in the bank's account. */
export const record = (id: string, amountCents: number) =>
  sam.call(recordReceipt, {
    params: { id },
    body: { source: 'BANKTRF', amountCents, reference: `R-${amountCents}` },
  })
