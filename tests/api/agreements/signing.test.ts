import { describe, expect, test } from 'vitest'
import { emailSigningLink, getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { confirmPurchase, getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { findJourney } from '#server/journeys/queries.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  confirmed,
  conflictOf,
  faultsOf,
  ready,
  TERMS_VERSION,
  type Person,
} from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

// Decision 61: staff confirm with their own name; the agreement and the finance application are the customer's to sign.
describe.each(databases)('signing, on $name', (database) => {
  setUpSignedIn(database)

  const mails = async () =>
    valueOf(await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } })).messages
  const confirm = (who: Person, { id, currentQuote }: PurchaseJourney, signatureName: string) =>
    who.call(confirmPurchase, {
      params: { id },
      body: {
        acceptedTotalCents: currentQuote.totals.driveAwayCents,
        termsVersion: TERMS_VERSION,
        signatureName,
      },
    })

  test('staff confirm with their own name only, and the record and the email name both', async () => {
    const journey = await ready(mia)
    expect(faultsOf(await confirm(sam, journey, 'Mia Harris'))).toMatchObject({
      status: 400,
      fields: ['signatureName'],
    })
    expect((await findJourney(db, journey.id))?.status).toBe('STARTED')

    expect(valueOf(await confirm(sam, journey, ' sam  PATEL ')).confirmedBy).toBe('Sam Patel')
    const row = (await findJourney(db, journey.id))!
    expect(row).toMatchObject({ signature_name: 'Sam Patel', signed_by: 'staff:1' })
    const { events } = valueOf(await sam.call(getPurchaseForStaff, { params: { id: journey.id } }))
    expect(events).toMatchObject([{ event: 'confirmed', by: 'Sam Patel' }])
    const [mail] = await mails()
    expect(mail!.text).toMatch(
      /Sam Patel from our team confirmed this purchase on behalf of Mia \S+, as instructed\. Not what you asked for\? You can cancel under My Purchases until .+, or call us\./,
    )
  })

  test('a customer signs with the name they type, and no member of staff is named', async () => {
    const journey = valueOf(await confirm(mia, await ready(mia), 'Mia H'))
    expect(journey).not.toHaveProperty('confirmedBy')
    expect(await findJourney(db, journey.id)).toMatchObject({
      signature_name: 'Mia H',
      signed_by: `customer:${mia.customerId}`,
    })
    expect((await mails())[0]!.text).not.toContain('on behalf of')
  })

  test('the agreement of a purchase that staff confirmed says so', async () => {
    const journey = await ready(mia)
    const { id, paymentMetadata } = valueOf(await confirm(sam, journey, 'Sam Patel'))
    const { depositCents: amountCents } = paymentMetadata
    const body = { source: 'BANKTRF', amountCents, reference: 'R' } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    const { version } = valueOf(await sam.call(getPurchaseJourney, { params: { id } }))
    valueOf(await sam.call(issueAgreement, { params: { id }, ifMatch: `"v${version}"` }))
    const { document } = valueOf(await mia.call(getAgreement, { params: { id } }))
    expect(document).toContain('By Sam Patel from our team on the customer’s behalf, as instructed')
  })

  test('a link leads the customer to the agreement once it is issued, once for a request', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    const link = (idempotencyKey: string) =>
      sam.call(emailSigningLink, {
        params: { id },
        body: { document: 'AGREEMENT' },
        idempotencyKey,
      })
    expect(conflictOf(await link('one')).message).toContain('No agreement has been issued yet')

    const body = {
      source: 'BANKTRF',
      amountCents: paymentMetadata.depositCents,
      reference: 'R',
    } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    const { version } = valueOf(await sam.call(getPurchaseJourney, { params: { id } }))
    valueOf(await sam.call(issueAgreement, { params: { id }, ifMatch: `"v${version}"` }))
    const before = (await mails()).length
    app.clock.advance(1000)
    valueOf(await link('two'))
    await db.deleteFrom('idempotency').execute()
    valueOf(await link('two'))
    const after = await mails()
    expect(after).toHaveLength(before + 1)
    expect(after[0]!.text).toContain(`/customer/#/agreements?agreement=${id}`)
    const { notes } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(notes).toMatchObject([{ text: 'Emailed a link to sign the agreement', by: 'Sam Patel' }])
  })

  test('a link leads the customer to the finance application of a purchase with a loan', async () => {
    const link = ({ id }: PurchaseJourney) =>
      sam.call(emailSigningLink, { params: { id }, body: { document: 'FINANCE' } })
    const loan = await ready(mia, { payOption: 'LOANCLASIC' })
    valueOf(await link(loan))
    const [mail] = await mails()
    expect(mail!.subject).toMatch(/^Please sign your finance application: /)
    expect(mail!.text).toContain(`/purchase/#/${loan.id}/finance`)
    expect(conflictOf(await link(await ready(mia))).message).toContain('isn’t financed')
  })
})
