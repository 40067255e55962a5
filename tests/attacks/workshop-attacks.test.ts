import { describe, expect, test } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import { bookService } from '#lib/service/calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  BEHIND_PROXY,
  browserAt,
  cheapAccount,
  movedTo,
  NETWORK,
  OTHER_NETWORK,
} from '#tests/setup/networks.ts'
import { easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { conflictOf } from '#tests/setup/purchases.ts'
import { aContact, heldSlot } from '#tests/setup/services.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain, visitor } from '#tests/setup/suite.ts'

describe.each(databases)('a workshop that one network books out, on $name', (database) => {
  setUpSignedIn(database, {
    env: { ...BEHIND_PROXY, LIMIT_NETWORK_SERVICE_BOOKINGS_PER_DAY: '3' },
    deps: { captcha: easyCaptcha },
  })

  const book = async (call: ApiCall, hold = heldSlot(visitor)) =>
    call(bookService, {
      body: { holdId: (await hold).holdId, registration: 'ABC123', contact: aContact() },
      captchaToken: RIGHT_CAPTCHA,
    })

  test('takes as many bookings a day as allowed, however many accounts make them at once', async () => {
    const calls = [browserAt(app, NETWORK)]
    for (let n = 0; n < 3; n++) calls.push((await cheapAccount(app, NETWORK)).call)
    const holds = []
    for (let n = 0; n < 8; n++) holds.push(await heldSlot(visitor))
    const answers = await Promise.all(
      holds.map((hold, n) => book(calls[n % 4]!, Promise.resolve(hold))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await db.selectFrom('service_booking').select('booking_id').execute()).toHaveLength(3)
    expect(conflictOf(await book(calls[1]!))).toMatchObject({
      status: 429,
      message:
        'A lot of services have been booked from your network today, and it’s reached our limit. Please call your dealer to book now, or try again tomorrow.',
    })
  })

  test('is refused alone: other networks, staff and the next day are not', async () => {
    const stranger = await cheapAccount(app, NETWORK)
    for (let n = 0; n < 3; n++) valueOf(await book(stranger.call))
    expect((await book(stranger.call)).ok).toBe(false)
    valueOf(await book(movedTo(app, OTHER_NETWORK, mia).call))
    for (let n = 0; n < 4; n++) valueOf(await book(movedTo(app, NETWORK, sam).call))
    app.clock.advance(DAY_MS)
    await signInAgain()
    valueOf(await book(movedTo(app, NETWORK, mia).call))
  })
})
