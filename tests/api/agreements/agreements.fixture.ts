import * as calls from '#lib/purchases/agreement-calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { app, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

// A shop with a customer and staff who make agreements.
export const record = async (id: string, amountCents: number) => {
  const body = { source: 'BANKTRF', amountCents, reference: `R-${id}` } as const
  valueOf(await sam.call(recordReceipt, { params: { id }, body }))
  app.clock.advance(1000)
}

/** A purchase whose deposit is paid. */
export const paid = async (): Promise<PurchaseJourney> => {
  const { id, paymentMetadata } = await confirmed(mia)
  await record(id, paymentMetadata.depositCents)
  return journeyOf(id)
}

export const journeyOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

export const issue = async ({ id, version }: Pick<PurchaseJourney, 'id' | 'version'>) => {
  const answer = await sam.call(calls.issueAgreement, {
    params: { id },
    ifMatch: `"v${version}"`,
  })
  app.clock.advance(1000)
  return answer
}

export const read = async (id: string) =>
  valueOf(await mia.call(calls.getAgreement, { params: { id } }))
export const accept = (id: string, agreementId: string, name = 'Mia Harris') =>
  mia.call(calls.acceptAgreement, {
    params: { id },
    body: { agreementId, isAccepted: true as const, name },
  })

export const mails = async () =>
  valueOf(
    await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
  ).messages.map(({ subject }) => subject)

export const statusOf = ({ status }: PurchaseJourney) => status.purchaseJourneyStatusCode

export function setUpAgreements(database: TestDatabase) {
  setUpSignedIn(database, { env: { FEATURE_RESERVATIONS: 'on' } })
}
