import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tryInLab } from '#lib/demo/calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { checkStripePayment, startStripePayment } from '#lib/payments/calls.ts'
import { bookService, holdServiceSlot, listServiceSlots } from '#lib/service/calls.ts'
import { EXPERIMENTS, type Experiment } from '#lib/demo/lab.ts'
import { newLab, type Lab } from '#server/lab-state.ts'
import type { Db } from '#server/database.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'
import { arrive, confirmed, confirming, conflictOf, ready } from '#tests/setup/purchases.ts'

const { open } = databases[0]!

describe('the failure lab', () => {
  let db: Db
  let lab: Lab
  let shop: CardShop
  beforeAll(async () => {
    db = await open()
    lab = newLab()
    shop = await openCardShop(db, { deps: { lab, captcha: easyCaptcha } })
    await seedDemo(shop.app.deps)
  })
  afterAll(async () => {
    await shop?.stop()
    await db?.destroy()
  })

  const run = (experiment: Experiment) => shop.app.browser()(tryInLab, { body: { experiment } })

  /** A deposit whose page is open. */
  async function atTheTill() {
    const mia = await arrive(shop.app)
    const { id } = await confirmed(mia)
    return valueOf(
      await mia.call(startStripePayment, {
        body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
      }),
    )
  }
  /** The page asks again: the provider is asked once in three seconds. */
  const statusOf = async (sessionId: string) => {
    shop.app.clock.advance(3_000)
    return valueOf(await shop.app.browser()(checkStripePayment, { body: { sessionId } })).statusCode
  }
  const pay = { outcome: 'pay', return: 'never' } as const

  test('is not there outside a demonstration', async () => {
    const plain = startApplication(db, { env: { DEMO: 'off' } })
    for (const experiment of EXPERIMENTS) {
      const answer = await plain.browser()(tryInLab, { body: { experiment } })
      expect(answer).toMatchObject({ ok: false, failure: { status: 404 } })
    }
  })

  test('loses a notice, and the payment is found by asking', async () => {
    const { sessionId, redirectUrl } = await atTheTill()
    valueOf(await run('lose-notice'))
    const before = shop.notices()
    await shop.atThePage(redirectUrl, pay)
    expect(await statusOf(sessionId)).toBe('PAID')
    expect(shop.notices()).toBe(before)
  })

  test('sends a notice twice, and the payment counts once', async () => {
    const { sessionId, redirectUrl } = await atTheTill()
    valueOf(await run('double-notice'))
    const before = shop.notices()
    await shop.atThePage(redirectUrl, pay)
    await vi.waitFor(() => expect(shop.notices()).toBe(before + 2), { timeout: 5_000 })
    expect(await statusOf(sessionId)).toBe('PAID')
  })

  test('forges a notice, which is refused', async () => {
    const { sessionId } = await atTheTill()
    expect(valueOf(await run('forge-notice')).observed).toContain('refused with 400')
    expect(await statusOf(sessionId)).toBe('CREATED')
  })

  test('declines a card once', async () => {
    const { sessionId, redirectUrl } = await atTheTill()
    valueOf(await run('decline'))
    await shop.atThePage(redirectUrl, pay)
    expect(await statusOf(sessionId)).toBe('CREATED')
    await shop.atThePage(redirectUrl, pay)
    expect(await statusOf(sessionId)).toBe('PAID')
  })

  test('closes the payment pages', async () => {
    const { sessionId } = await atTheTill()
    valueOf(await run('time-out'))
    expect(await statusOf(sessionId)).toBe('EXPIRED')
    expect(conflictOf(await run('time-out'))).toMatchObject({ status: 409 })
  })

  test('raises a price, which has to be accepted', async () => {
    const mia = await arrive(shop.app)
    const journey = await ready(mia)
    valueOf(await run('change-price'))
    expect(conflictOf(await confirming(mia, journey, { acceptedTotalCents: 1 }))).toMatchObject({
      status: 409,
      newTotalCents: journey.currentQuote.totals.driveAwayCents,
    })
  })

  test('raises the price of the newest purchase, not of one from a clock that was put back', async () => {
    const mia = await arrive(shop.app)
    const dayMs = 24 * 60 * 60_000
    shop.app.clock.advance(dayMs)
    const later = await arrive(shop.app)
    await ready(later)
    shop.app.clock.advance(-dayMs)
    const journey = await ready(mia)
    valueOf(await run('change-price'))
    expect(conflictOf(await confirming(mia, journey, { acceptedTotalCents: 1 }))).toMatchObject({
      newTotalCents: journey.currentQuote.totals.driveAwayCents,
    })
  })

  test('gives a held time to someone else', async () => {
    const visitor = shop.app.browser()
    const where = { outletCode: 'AKL01', serviceCode: 'ANNUAL' }
    const query = { ...where, date: '2026-11-26', until: '2026-12-10' }
    const { days } = valueOf(await visitor(listServiceSlots, { query }))
    const startsAt = days.flatMap(({ starts }) => starts)[0]!
    const { holdId } = valueOf(await visitor(holdServiceSlot, { body: { ...where, startsAt } }))
    valueOf(await run('steal-slot'))
    const booked = await visitor(bookService, {
      body: {
        holdId,
        registration: 'KBR204',
        contact: {
          firstName: 'Mia',
          lastName: 'Harris',
          email: 'mia@post.example',
          mobilePhone: '021 555 0123',
        },
      },
      captchaToken: RIGHT_CAPTCHA,
    })
    expect(conflictOf(booked)).toMatchObject({ status: 409 })
  })

  test('ends the newest session', async () => {
    shop.app.clock.advance(1_000)
    const mia = await arrive(shop.app)
    valueOf(await run('end-session'))
    expect(await mia.call(getCurrentUser)).toMatchObject({
      ok: false,
      failure: { kind: 'signed-out' },
    })
  })

  test('moves the clock, and puts it back', async () => {
    valueOf(await run('clock-hour'))
    valueOf(await run('clock-day'))
    expect(lab.aheadMs).toBe(25 * 60 * 60_000)
    valueOf(await run('clock-back'))
    expect(lab.aheadMs).toBe(0)
  })
})
