import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, confirming, conflictOf, ready } from '#tests/setup/purchases.ts'
import { get, statusOf } from './journeys.fixture.ts'
import { app, db, mia, setUpTwoCustomers } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('the price that a purchase is confirmed at, on $name', (database) => {
  setUpTwoCustomers(database)

  test('again at another price it says at which it is confirmed', async () => {
    const journey = await confirmed(mia)
    const total = journey.currentQuote.totals.driveAwayCents
    expect(conflictOf(await confirming(mia, journey, { acceptedTotalCents: 1 }))).toMatchObject({
      status: 409,
      newTotalCents: total,
    })
  })

  test('a price that was not the quoted one is asked again', async () => {
    const journey = await ready(mia)
    const total = journey.currentQuote.totals.driveAwayCents
    const answer = await confirming(mia, journey, { acceptedTotalCents: total - 1 })
    expect(conflictOf(answer)).toMatchObject({
      status: 409,
      code: 'Conflict',
      newTotalCents: total,
    })
    expect(statusOf(await get(mia, journey.id))).toBe('STARTED')
  })

  test('an expired quote is priced again; a changed price is shown before the customer confirms again', async () => {
    const journey = await ready(mia, { accessoryCodes: ['DASH'] })
    const total = journey.currentQuote.totals.driveAwayCents
    const dearer = structuredClone(catalogue)
    for (const accessory of dearer.accessories)
      if (accessory.code === 'DASH') accessory.priceCents += 1_000
    const later = startApplication(db, { deps: { catalogue: dearer } })
    later.clock.advance(15 * DAY_MS)
    const again = await arrive(later)

    expect(conflictOf(await confirming(again, journey))).toMatchObject({
      status: 409,
      newTotalCents: total + 1_000,
    })
    const shown = await get(again, journey.id)
    expect(shown.currentQuote.totals.driveAwayCents).toBe(total + 1_000)
    expect(shown.originalQuote.totals.driveAwayCents).toBe(total)
    expect(statusOf(valueOf(await confirming(again, shown)))).toBe('CONFIRMED')
  })

  test('an expired quote whose price stayed is confirmed at once', async () => {
    const journey = await ready(mia)
    app.clock.advance(15 * DAY_MS)
    const again = await arrive(app)
    expect(statusOf(valueOf(await confirming(again, journey)))).toBe('CONFIRMED')
  })

  test('a price holds until the end of its last day in New Zealand, whatever the catalogue says', async () => {
    const journey = await ready(mia)
    const dearer = structuredClone(catalogue)
    for (const { variants } of dearer.models)
      for (const variant of variants) {
        variant.priceCents += 100_000
        for (const option of variant.options) option.totalPriceCents += 100_000
      }
    const later = startApplication(db, { deps: { catalogue: dearer } })
    later.clock.atMs = Date.parse('2026-12-07T10:59:59.998Z')
    const again = await arrive(later)
    expect(statusOf(valueOf(await confirming(again, journey)))).toBe('CONFIRMED')
  })
})
