import { describe, expect, test } from 'vitest'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { getBankTransfer } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { findJourney, insertJourney } from '#server/journeys/queries.ts'
import { referenceOfRound } from '#server/journeys/references.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, ready } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('the reference of a purchase, on $name', (database) => {
  setUpSignedIn(database)

  test('is the same in the purchase, the lists, the email and for its transfers', async () => {
    const { id, reference } = await confirmed(mia)
    const { purchaseJourneyList } = valueOf(
      await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
    )
    const work = valueOf(await sam.call(listWork, { query: { kind: 'unpaid' } }))
    const transfer = valueOf(await mia.call(getBankTransfer, { params: { id } }))
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    expect(purchaseJourneyList[0]).toMatchObject({ purchaseJourneyId: id, reference })
    expect(work.items).toMatchObject([{ purchaseJourneyId: id, reference }])
    expect(transfer.reference).toBe(reference)
    expect(messages[0]!.subject).toMatch(/^Your purchase is confirmed/)
    expect(messages[0]!.text).toContain(`Your purchase reference: ${reference}`)
    expect(messages[0]!.text.replaceAll(/https?:\S+/g, '')).not.toContain(id)
  })

  test('is another one where the first is taken', async () => {
    const [one, other] = [await ready(mia), await ready(mia)]
    const taken = referenceOfRound('fresh', 0)
    await db
      .updateTable('purchase_journey')
      .set({ reference: taken })
      .where('purchase_journey_id', '=', one.id)
      .execute()
    const row = (await findJourney(db, other.id))!
    await db.deleteFrom('purchase_journey').where('purchase_journey_id', '=', other.id).execute()
    const fresh = { ...row, purchase_journey_id: 'fresh' }
    expect((await insertJourney(db, fresh))?.reference).toBe(referenceOfRound('fresh', 1))
    // The quote has its purchase now.
    expect(await insertJourney(db, { ...fresh, purchase_journey_id: 'again' })).toBeNull()
  })
})
