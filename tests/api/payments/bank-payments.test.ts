import { describe, expect, test, vi } from 'vitest'
import { checkPoliPayment, startPoliPayment } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { getConfig } from '#lib/site/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { ProviderRefusal } from '#server/providers/ask.ts'
import { poliBank } from '#server/providers/bank/poli.ts'
import { startApplication } from '#tests/setup/application.ts'
import { openBankShop } from '#tests/setup/provider-shop.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, faultsOf } from '#tests/setup/purchases.ts'
import { app, db, mia, signInAgain, visitor } from '#tests/setup/suite.ts'
import { bankShop, setUpBankShop } from '#tests/setup/shop-suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('payments by bank on $name', (database) => {
  setUpBankShop(database)

  const start = ({ id }: { id: string }, by = mia) =>
    by.call(startPoliPayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } })
  /** The page asks again: the provider is asked once in three seconds. */
  const check = async (token: string) => {
    app.clock.advance(3_000)
    return valueOf(await visitor(checkPoliPayment, { body: { token } })).statusCode
  }
  const journeyOf = async ({ id }: { id: string }) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const payments = () => db.selectFrom('payment').selectAll().orderBy('created_at').execute()
  const paidOnce = async (journey: { id: string }) => {
    expect((await journeyOf(journey)).paymentMetadata).toMatchObject({
      depositPaid: true,
      paidCents: 100_000,
    })
    expect((await payments()).filter(({ status }) => status === 'PAID')).toHaveLength(1)
    const settled = await db
      .selectFrom('journey_event')
      .selectAll()
      .where('event', '=', 'deposit-settled')
      .execute()
    expect(settled).toHaveLength(1)
  }

  test('the configuration says whether they are taken', async () => {
    expect(valueOf(await visitor(getConfig)).providers.bankPayment).toBe('simulator')
    const without = startApplication(db)
    expect(valueOf(await without.browser()(getConfig)).providers.bankPayment).toBe('none')
    const person = await arrive(without)
    expect(faultsOf(await start(await confirmed(person), person))).toMatchObject({ status: 503 })
  })

  test('the page asks for the amount the server calculates, and the buyer comes back to the journey', async () => {
    const journey = await confirmed(mia)
    const started = valueOf(await start(journey))
    expect(started).toMatchObject({ amountCents: 100_000 })
    const page = await bankShop.simulator.pages.request(started.navigateUrl)
    const html = await page.text()
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    for (const text of ['$1,000 NZD', 'Deposit Tarn 1 5 Hybrid Plus', 'Pay successfully'])
      expect(html).toContain(text)

    const { location } = await bankShop.atThePage(started.navigateUrl, {
      outcome: 'pay',
      notice: 'never',
    })
    expect(location).toBe(
      `http://shop.test/api/poli/return?token=${encodeURIComponent(started.token)}`,
    )
    expect(await bankShop.comeBack(location!)).toBe(
      `http://shop.test/purchase/#/${journey.id}/payment?statusCode=PAID`,
    )
    await paidOnce(journey)
    expect((await payments())[0]).toMatchObject({
      method: 'POLI',
      source: 'BANKTRF',
      provider_payment: expect.stringMatching(/^\d{12}$/),
    })
  })

  test('accepts a form POST return', async () => {
    const journey = await confirmed(mia)
    const { navigateUrl } = valueOf(await start(journey))
    const { location } = await bankShop.atThePage(navigateUrl, { outcome: 'pay', notice: 'never' })
    await bankShop.comeBack(location!, 'POST')
    await paidOnce(journey)
  })

  test('the provider is asked once in three seconds, however often one nudges or comes back', async () => {
    const { token } = valueOf(await start(await confirmed(mia)))
    const asked = vi.spyOn(app.deps.bank, 'findPayment')
    for (let times = 0; times < 5; times++)
      await app.request('/api/poli/nudge', {
        method: 'POST',
        body: new URLSearchParams({ Token: token }),
      })
    expect(asked).toHaveBeenCalledTimes(1)
    for (let times = 0; times < 5; times++)
      await app.request(`/api/poli/return?token=${encodeURIComponent(token)}`)
    expect(asked).toHaveBeenCalledTimes(2)
  })

  test('a nudge alone settles it, and two do no more', async () => {
    const journey = await confirmed(mia)
    const { navigateUrl, token } = valueOf(await start(journey))
    await bankShop.atThePage(navigateUrl, { outcome: 'pay', notice: 'twice', return: 'never' })
    await vi.waitFor(() => expect(bankShop.notices()).toBe(2), { timeout: 5000, interval: 50 })
    await vi.waitFor(() => paidOnce(journey))
    expect(await check(token)).toBe('PAID')
    await paidOnce(journey)
  })

  test('a lost nudge and a lost return are made good by the sweeper', async () => {
    const journey = await confirmed(mia)
    const { navigateUrl } = valueOf(await start(journey))
    await bankShop.atThePage(navigateUrl, { outcome: 'pay', notice: 'never', return: 'never' })
    app.clock.advance(2 * MINUTE_MS)
    await checkDuePayments(app.deps)
    await paidOnce(journey)
  })

  test.each([
    ['decline', 'FAILED'],
    ['cancel', 'CANCELLED'],
    ['unverified', 'NEEDS_REVIEW'],
  ] as const)('%s ends as %s', async (outcome, status) => {
    const journey = await confirmed(mia)
    const { navigateUrl, token } = valueOf(await start(journey))
    const { location } = await bankShop.atThePage(navigateUrl, { outcome, notice: 'never' })
    expect(await bankShop.comeBack(location!)).toContain(`statusCode=${status}`)
    expect(await check(token)).toBe(status)
    const { canPayDeposit } = (await journeyOf(journey)).paymentMetadata
    // While it is uncertain whether money moved, it is not asked for again.
    expect(canPayDeposit).toBe(status !== 'NEEDS_REVIEW')
  })

  test('an unused page expires', async () => {
    const journey = await confirmed(mia)
    const { token } = valueOf(await start(journey))
    app.clock.advance(40 * MINUTE_MS)
    await checkDuePayments(app.deps)
    expect(await check(token)).toBe('EXPIRED')
    const again = await start(journey, await arrive(app))
    expect(valueOf(again).token).not.toBe(token)
  })

  test('an old page that cannot be closed is replaced by a new one and still checked', async () => {
    const journey = await confirmed(mia)
    const old = valueOf(await start(journey))
    app.clock.advance(27 * MINUTE_MS)
    await signInAgain()
    const young = valueOf(await start(journey))
    expect(young.token).not.toBe(old.token)
    expect(await check(old.token)).toBe('CANCELLED')
    await bankShop.atThePage(old.navigateUrl, { outcome: 'pay', notice: 'never', return: 'never' })
    app.clock.advance(5 * MINUTE_MS)
    await checkDuePayments(app.deps)
    await paidOnce(journey)
    expect(await check(old.token)).toBe('PAID')
  })

  test.each([
    ['another amount', `update transfer set paid_cents = 1, status = 'Completed'`],
    [
      'another payment of ours',
      `update transfer set paid_cents = amount_cents, status = 'Completed',
       order_json = json_set(order_json, '$.MerchantData', 'another')`,
    ],
  ])('%s goes to a person, and counts for nothing', async (_, statement) => {
    const journey = await confirmed(mia)
    const { token } = valueOf(await start(journey))
    bankShop.provider((database) => database.exec(statement))
    expect(await check(token)).toBe('NEEDS_REVIEW')
    expect((await journeyOf(journey)).paymentMetadata.paidCents).toBe(0)
  })

  test('a bank that is still at work is waited for', async () => {
    const journey = await confirmed(mia)
    const { token } = valueOf(await start(journey))
    bankShop.provider((database) => database.exec(`update transfer set status = 'InProcess'`))
    expect(await check(token)).toBe('PENDING')
    expect((await journeyOf(journey)).paymentMetadata.canPayDeposit).toBe(false)
  })

  test('a provider that is away loses nothing', async () => {
    const journey = await confirmed(mia)
    bankShop.breakProvider(true)
    expect(faultsOf(await start(journey))).toMatchObject({ status: 503, code: 'Unavailable' })
    bankShop.breakProvider(false)
    const { navigateUrl, token } = valueOf(await start(journey))
    bankShop.breakProvider(true)
    await bankShop.atThePage(navigateUrl, { outcome: 'pay', notice: 'never', return: 'never' })
    expect(await check(token)).toBe('CREATED')
    bankShop.breakProvider(false)
    expect(await check(token)).toBe('PAID')
    await paidOnce(journey)
  })

  test('fifty starts at once open one page, and a token that is not ours says nothing', async () => {
    const journey = await confirmed(mia)
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(journey)))
    expect(new Set(answers.map((answer) => valueOf(answer).token)).size).toBe(1)
    expect(await payments()).toHaveLength(1)
    expect(
      faultsOf(await visitor(checkPoliPayment, { body: { token: 'nobody’s' } })),
    ).toMatchObject({ status: 404 })
    const nudge = await app.request('/api/poli/nudge', {
      method: 'POST',
      body: new URLSearchParams({ Token: 'nobody’s' }),
    })
    expect(nudge.status).toBe(200)
  })
})

test('POLi’s errors: our account’s are theirs to mend, an order’s are refused', async () => {
  const shop = await openBankShop(await databases[0]!.open())
  const order = {
    paymentId: 'p',
    amountCents: 100_000,
    reference: 'Deposit',
    homeUrl: 'http://shop.test/',
    returnUrl: 'http://shop.test/api/poli/return',
    nudgeUrl: 'http://shop.test/api/poli/nudge',
    timeoutS: 900,
  }
  const { settings } = shop.simulator
  await expect(
    poliBank({ ...settings, authenticationCode: 'wrong' }).startPayment(order),
  ).rejects.toThrow('is not available')
  await expect(poliBank(settings).startPayment({ ...order, amountCents: 99 })).rejects.toThrow(
    ProviderRefusal,
  )
  const { token } = await poliBank(settings).startPayment(order)
  expect(await poliBank(settings).findPayment(token)).toMatchObject({
    status: 'open',
    amountCents: 100_000,
    currency: 'nzd',
    paymentId: 'p',
  })
  expect(await poliBank(settings).findPayment(encodeURIComponent(`${token}+`))).toBeNull()
  await shop.stop()
})
