import { describe, expect, test } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import { getAddress, searchAddresses } from '#lib/addresses/calls.ts'
import { bookService } from '#lib/service/calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { addVehicle, findRecalls, listVehicles, retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
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
import { aServiceBooking } from '#tests/setup/services.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'

const NO_MORE_CARS =
  'We’ve reached today’s limit for looking up cars. Please call us, or try again tomorrow.'

describe.each(databases)('look-ups that cost us money, on $name', (database) => {
  const asked: string[] = []
  const ask = async (what: string) => (asked.push(what), null)
  setUpSignedIn(database, () => {
    asked.length = 0
    return {
      env: {
        ...BEHIND_PROXY,
        LIMIT_NETWORK_REGISTER_QUESTIONS_PER_DAY: '4',
        LIMIT_REGISTER_QUESTIONS_PER_DAY: '6',
        LIMIT_NETWORK_ADDRESS_QUESTIONS_PER_DAY: '4',
        LIMIT_ADDRESS_QUESTIONS_PER_DAY: '6',
      },
      deps: {
        captcha: easyCaptcha,
        register: { name: 'paid', find: ask },
        addresses: {
          name: 'paid',
          search: async (typed) => (await ask(typed), { addresses: [], attribution: null }),
          find: ask,
        },
      },
    }
  })

  const captchaToken = RIGHT_CAPTCHA
  const lookUp = (call: ApiCall, regNo: string) =>
    call(retrieveAndCreateCar, { params: { regNo }, captchaToken })
  const recalls = (call: ApiCall, registration: string) =>
    call(findRecalls, { query: { registration }, captchaToken })
  const search = (call: ApiCall, q: string) => call(searchAddresses, { query: { q } })
  const statusOf = (answer: Parameters<typeof conflictOf>[0]) =>
    answer.ok ? 200 : conflictOf(answer).status

  test('ask the register as often a day as allowed, whichever way and with however many accounts', async () => {
    const stranger = await cheapAccount(app, NETWORK)
    const visitor = browserAt(app, NETWORK)
    const params = { id: stranger.customerId }
    await Promise.all([
      ...['ZZ101', 'ZZ102', 'ZZ103'].map((plate) => lookUp(visitor, plate)),
      ...['ZZ201', 'ZZ202', 'ZZ203'].map((plate) => recalls(visitor, plate)),
      ...['ZZ301', 'ZZ302', 'ZZ303'].map((registration) =>
        stranger.call(addVehicle, { params, body: { registration } }),
      ),
    ])
    expect(asked).toHaveLength(4)
    expect(conflictOf(await lookUp(visitor, 'ZZ104'))).toMatchObject({
      status: 429,
      message: NO_MORE_CARS,
    })
    // What needs no answer goes on without one.
    valueOf(await stranger.call(listVehicles, { params }))
    valueOf(await visitor(bookService, { body: await aServiceBooking(visitor), captchaToken }))
    expect(statusOf(await lookUp(visitor, asked[0]!))).toBe(404)
    expect(asked).toHaveLength(4)
  })

  test('ask the register as often a day as allowed for all networks together, staff apart', async () => {
    for (let n = 0; n < 4; n++) await lookUp(browserAt(app, NETWORK), `ZZ10${n}`)
    for (let n = 0; n < 4; n++) await lookUp(browserAt(app, OTHER_NETWORK), `ZZ20${n}`)
    expect(asked).toHaveLength(6)
    // A question that was refused for all has not used up what is left to its network.
    const rows = await db
      .selectFrom('rate')
      .select('points')
      .where('key', 'like', 'LIMIT_%')
      .execute()
    expect(rows.map(({ points }) => points).sort()).toEqual([2, 4, 6])

    const body = { registration: 'ZZ301' }
    const params = { id: mia.customerId }
    expect(statusOf(await movedTo(app, '192.0.2.1', mia).call(addVehicle, { params, body }))).toBe(
      429,
    )
    expect(statusOf(await sam.call(addVehicle, { params, body }))).toBe(400)
    app.clock.advance(DAY_MS)
    await signInAgain()
    expect(statusOf(await lookUp(browserAt(app, NETWORK), 'ZZ105'))).toBe(404)
  })

  test('ask for addresses as often a day as allowed', async () => {
    const visitor = browserAt(app, NETWORK)
    for (let n = 0; n < 3; n++) valueOf(await search(visitor, `${n} Queen Street`))
    expect(statusOf(await visitor(getAddress, { params: { addressId: 'a1' } }))).toBe(404)
    for (const refused of [
      await search(visitor, '4 Queen Street'),
      await visitor(getAddress, { params: { addressId: 'a2' } }),
    ])
      expect(conflictOf(refused)).toMatchObject({
        status: 429,
        message:
          'We’ve reached today’s limit for looking up addresses. Please enter yours manually.',
      })
    const other = browserAt(app, OTHER_NETWORK)
    for (let n = 0; n < 4; n++) await search(other, `${n} King Street`)
    expect(asked).toHaveLength(6)
  })

  test('our own table of addresses costs nothing', async () => {
    app.deps.addresses = { ...app.deps.addresses, name: 'local' }
    for (let n = 0; n < 9; n++) valueOf(await search(browserAt(app, NETWORK), `${n} Queen Street`))
  })
})
