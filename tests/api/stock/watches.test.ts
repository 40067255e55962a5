import { beforeEach, describe, expect, test } from 'vitest'
import { requestDeletion } from '#lib/customers/account-calls.ts'
import { changeWebAccountEmail, verifyWebAccountEmail } from '#lib/customers/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import * as calls from '#lib/stock/watch-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import type { Deps } from '#server/deps.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { contentOf } from '#server/platform/mail/outbox.ts'
import { checkWatches } from '#server/stock/watches.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, readCode, readWatchKey, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import { app, db, mia, restart, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const QUARTER = 15 * 60_000
const MIA = 'customer@demo.example'
const HEMI = 'hemi@post.example'
const TARN = { kdcd: 'TN27H-B', colourCode: 'WHP' }
const CAR = 'Tarn 1.5 Hybrid Plus in'

describe.each(databases)('watched cars on $name', (database) => {
  setUpSignedIn(database, { deps: { captcha: easyCaptcha } })
  beforeEach(async () => {
    await stock(0)
    await signInAgain()
  })

  const stock = async (quantity: number) => {
    await db
      .updateTable('stock')
      .set({ quantity })
      .where('kdcd', '=', TARN.kdcd)
      .where('colour_code', '=', TARN.colourCode)
      .execute()
    app.clock.advance(QUARTER)
  }
  /** The same shop with another price list. */
  const withPrices = (
    change: (models: Deps['catalogue']['models']) => Deps['catalogue']['models'],
  ) => ({
    ...app.deps,
    catalogue: { ...app.deps.catalogue, models: change(app.deps.catalogue.models) },
  })
  const dearer = () =>
    withPrices((models) =>
      models.map((model) => ({
        ...model,
        variants: model.variants.map((variant) => ({
          ...variant,
          options: variant.options.map((option) => ({
            ...option,
            totalPriceCents: option.totalPriceCents + 100_000,
          })),
        })),
      })),
    )
  const mailTo = async (to: string) =>
    valueOf(await app.browser()(listDemoMail, { query: { to } })).messages
  const subjectsTo = async (to: string) => (await mailTo(to)).map(({ subject }) => subject)
  const watch = (email = HEMI, body: object = TARN) =>
    app.browser()(calls.watchConfiguration, {
      body: { email, ...body } as typeof TARN & { email: string },
      captchaToken: RIGHT_CAPTCHA,
    })
  const confirmed = async () => {
    valueOf(await watch())
    const params = { key: await readWatchKey(app, HEMI) }
    valueOf(await app.browser()(calls.confirmWatch, { params }))
    return params
  }
  const forgetMail = () => db.deleteFrom('outbox').execute()

  test('a customer who starts one again and again is mailed a number of times a day', async () => {
    restart({ env: { LIMIT_MAILS_PER_DAY: '2' } })
    const { call, customerId } = await arrive(app)
    for (let times = 0; times < 4; times++) {
      valueOf(await call(calls.watchConfiguration, { body: { ...TARN, email: MIA } as never }))
      const { watches } = valueOf(await call(calls.listWatches, { params: { id: customerId } }))
      expect(watches).toHaveLength(1)
      valueOf(await call(calls.endWatch, { params: { key: watches[0]!.key } }))
    }
    expect(await subjectsTo(MIA)).toHaveLength(2)
  })

  test('a stranger’s address gets no news until it is confirmed, and a repeat gets the same answer', async () => {
    expect(valueOf(await watch())).toEqual({ needsConfirmation: true })
    expect(await subjectsTo(HEMI)).toEqual(['Please confirm you’d like emails about a car'])
    await stock(1)
    await checkWatches(app.deps)
    expect(await mailTo(HEMI)).toHaveLength(1)

    const params = { key: await readWatchKey(app, HEMI) }
    // Opening the link changes nothing.
    expect(valueOf(await app.browser()(calls.getWatch, { params }))).toMatchObject({
      car: expect.stringContaining(CAR),
      stockLevel: 'On order',
      isConfirmed: false,
    })
    expect(valueOf(await app.browser()(calls.confirmWatch, { params }))).toMatchObject({
      isConfirmed: true,
      ends: '2027-11-23T01:30:00.000Z',
    })
    expect(valueOf(await watch(HEMI.toUpperCase()))).toEqual({ needsConfirmation: true })
    expect(await db.selectFrom('watch').selectAll().execute()).toHaveLength(1)
    expect(await readWatchKey(app, HEMI.toUpperCase())).toBe(params.key)
  })

  test('a customer’s own address starts at once, and no other address does', async () => {
    const body = { email: MIA, ...TARN }
    for (let each = 0; each < 2; each++)
      expect(valueOf(await mia.call(calls.watchConfiguration, { body }))).toEqual({
        needsConfirmation: false,
      })
    expect(await subjectsTo(MIA)).toEqual([expect.stringContaining(`We’re watching the ${CAR}`)])
    const other = await mia.call(calls.watchConfiguration, { body: { ...body, email: HEMI } })
    expect(valueOf(other)).toEqual({ needsConfirmation: true })
    expect(await subjectsTo(HEMI)).toEqual(['Please confirm you’d like emails about a car'])
    const staff = await arrive(app, 'staff@demo.example')
    expect(valueOf(await staff.call(calls.watchConfiguration, { body }))).toEqual({
      needsConfirmation: true,
    })
  })

  test('of several that start at once, only as many as allowed do', async () => {
    restart({ env: { LIMIT_WATCHES_AT_ONCE: '2' } })
    const { call } = await arrive(app)
    const cars = ['TN27H-B', 'TN27H-A', 'CU27S-A', 'CU27S-B']
    const answers = await Promise.all(
      cars.map((kdcd) => call(calls.watchConfiguration, { body: { email: MIA, kdcd } })),
    )
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, false, true, true])
    expect(await db.selectFrom('watch').selectAll().execute()).toHaveLength(2)
  })

  test('a car that comes into stock is announced once, and once more after it was sold', async () => {
    await confirmed()
    await forgetMail()
    await checkWatches(app.deps)
    expect(await mailTo(HEMI)).toEqual([])
    await stock(1)
    await checkWatches(app.deps)
    app.clock.advance(QUARTER)
    await checkWatches(app.deps)
    expect(await subjectsTo(HEMI)).toEqual([expect.stringContaining(`In stock: ${CAR}`)])

    await stock(0)
    await checkWatches(app.deps)
    await stock(1)
    await checkWatches(app.deps)
    expect(await mailTo(HEMI)).toHaveLength(1)
    app.clock.advance(DAY_MS)
    await checkWatches(app.deps)
    expect(await mailTo(HEMI)).toHaveLength(2)
  })

  test('a price change is announced once, with both prices and an unsubscribe link', async () => {
    const { key } = await confirmed()
    await forgetMail()
    app.clock.advance(QUARTER)
    const deps = dearer()
    // Two processes at the same moment.
    await Promise.all([checkWatches(deps), checkWatches(deps)])
    const [news, ...more] = await mailTo(HEMI)
    expect(more).toEqual([])
    expect(news!.subject).toContain(`A new price for the ${CAR}`)
    expect(news!.text).toMatch(/has gone up by \$1,000, from \$[\d,]+ to \$[\d,]+\./)
    expect(news!.text).toContain(`http://shop.test/watch/#/${key}`)
    expect(news!.text).toContain('/build-and-quote/?kdcd=TN27H-B&colour=WHP')
    const row = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    expect(contentOf(app.deps, row).unsubscribeUrl).toBe(`http://shop.test/watch/#/${key}`)
  })

  test('stopped by its link it is forgotten, and stopping again is no fault', async () => {
    const params = await confirmed()
    await forgetMail()
    for (let each = 0; each < 2; each++)
      expect(await app.browser()(calls.endWatch, { params })).toMatchObject({ ok: true })
    for (const call of [calls.getWatch, calls.confirmWatch] as const)
      expect(faultsOf(await app.browser()(call, { params }))).toMatchObject({ status: 404 })
    await stock(1)
    await checkWatches(app.deps)
    expect(await mailTo(HEMI)).toEqual([])
  })

  test('it ends with the car or after twelve months, and says so once', async () => {
    const without = withPrices((models) => models.filter(({ code }) => code !== 'TN'))
    const ends: [Deps, number][] = [
      [without, QUARTER],
      [app.deps, 366 * DAY_MS],
    ]
    for (const [deps, wait] of ends) {
      await confirmed()
      await forgetMail()
      app.clock.advance(wait)
      await checkWatches({ ...deps, now: app.deps.now })
      await checkWatches({ ...deps, now: app.deps.now })
      expect(await subjectsTo(HEMI)).toEqual([
        expect.stringContaining('We’ve stopped watching the'),
      ])
      expect(await db.selectFrom('watch').selectAll().execute()).toEqual([])
    }
  })

  test('an unconfirmed one is deleted after two days, without an email', async () => {
    valueOf(await watch())
    await forgetMail()
    app.clock.advance(2 * DAY_MS)
    await checkWatches(app.deps)
    expect(await db.selectFrom('watch').selectAll().execute()).toEqual([])
    expect(await mailTo(HEMI)).toEqual([])
  })

  test('an address is asked three times a day, and watches ten cars at most', async () => {
    for (let each = 0; each < 5; each++)
      expect(valueOf(await watch())).toEqual({ needsConfirmation: true })
    expect(await mailTo(HEMI)).toHaveLength(3)

    const options = app.deps.catalogue.models.flatMap(({ variants }) =>
      variants.flatMap(({ options }) => options),
    )
    const statuses: number[] = []
    for (const { kdcd } of options.slice(0, 11)) {
      const body = { email: MIA, kdcd }
      const answer = await mia.call(calls.watchConfiguration, { body })
      statuses.push(answer.ok ? 200 : faultsOf(answer).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 409])
  })

  test('a network asks for a limited number a day, for whatever addresses', async () => {
    restart({ env: { LIMIT_NETWORK_WATCHES_PER_DAY: '2' }, deps: { captcha: easyCaptcha } })
    valueOf(await watch('one@post.example'))
    valueOf(await watch('two@post.example'))
    expect(faultsOf(await watch('three@post.example')).status).toBe(429)
    app.clock.advance(DAY_MS)
    valueOf(await watch('three@post.example'))
  })

  test('what has no price and who has no captcha is refused', async () => {
    expect(faultsOf(await watch(HEMI, { kdcd: 'XX' }))).toMatchObject({
      status: 400,
      code: 'InvalidQuoteInfo',
      fields: ['kdcd'],
    })
    const body = { email: HEMI, ...TARN }
    const answer = await app.browser()(calls.watchConfiguration, { body, captchaToken: 'wrong' })
    expect(faultsOf(answer)).toMatchObject({ status: 400, code: 'InvalidToken' })
    expect(await db.selectFrom('watch').selectAll().execute()).toEqual([])
  })

  test('a customer manages watches of their own address; they follow an address change', async () => {
    const params = { id: mia.customerId }
    const list = async () => valueOf(await mia.call(calls.listWatches, { params })).watches
    valueOf(await mia.call(calls.watchConfiguration, { body: { email: MIA, ...TARN } }))
    valueOf(await mia.call(calls.watchConfiguration, { body: { email: MIA, kdcd: 'CU27S-A' } }))
    // The new address watches one of the cars already.
    valueOf(await watch(HEMI))
    app.clock.advance(1_000)

    valueOf(
      await mia.call(changeWebAccountEmail, {
        params,
        body: { email: HEMI, currentPassword: SAMPLE_PASSWORD },
      }),
    )
    expect(await list()).toHaveLength(2)
    const code = await readCode(app, HEMI)
    valueOf(await mia.call(verifyWebAccountEmail, { params, body: { code } }))
    const moved = await list()
    expect(moved.map(({ isConfirmed }) => isConfirmed)).toEqual([true, true])
    expect(moved.map(({ request }) => request.kdcd).sort()).toEqual(['CU27S-A', 'TN27H-B'])
    expect(await db.selectFrom('watch').select('email').distinct().execute()).toEqual([
      { email: HEMI },
    ])

    valueOf(await mia.call(calls.endWatch, { params: { key: moved[0]!.key } }))
    expect(await list()).toHaveLength(1)
  })

  test('it is in the copy of a customer’s data, and goes with the account', async () => {
    valueOf(await mia.call(calls.watchConfiguration, { body: { email: MIA, ...TARN } }))
    const params = { id: mia.customerId }
    expect((await exportedData(app, mia)).watches).toMatchObject([
      { car: expect.stringContaining(CAR), isConfirmed: true },
    ])
    valueOf(await mia.call(requestDeletion, { params, body: { currentPassword: SAMPLE_PASSWORD } }))
    app.clock.advance(15 * DAY_MS)
    await expire(app.deps)
    expect(await db.selectFrom('watch').selectAll().execute()).toEqual([])
  })
})
