import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { endpoint, type Endpoint } from '#lib/api/endpoint.ts'
import { grantOf, SCOPES, type Scope } from '#lib/api/who.ts'
import { databases } from '#tests/setup/databases.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { machineToken } from '#tests/setup/machines.ts'
import { MATRIX, open, cellsOf } from './authorization.fixture.ts'
import type { Input } from './authorization-rows.ts'

const calls = Object.keys(contract)

/** On PostgreSQL one call of each kind: the rule is the same code. */
const SAMPLE = [
  'getCustomer',
  'changePassword',
  'searchCustomers',
  'getQuote',
  'copyQuote',
  'getPurchaseJourney',
  'submitFinanceApplication',
  'startActing',
  'endActing',
  'getConfig',
]

/** What each scope lets a machine client through to, written out. */
const BY_SCOPE: Record<Scope, string> = {
  'customers:read': 'getAccount getCustomer getOwnerships listVehicles searchCustomers',
  'customers:write': 'addVehicle createWebAccount removeVehicle updateCustomer',
  'quotes:read': 'getQuote getQuoteDocument listQuotes',
  'purchases:read': `
    countWork getAgreement getAgreementDocument getPurchaseForStaff getPurchaseJourney
    getPurchaseRecord getReceiptDocument listHandOverTimes listNearestCars listPurchaseFiles
    listPurchaseJourneys listReservations listWork readPurchaseFile`,
  'purchases:write': `
    addPurchaseNote advanceJourney bookHandOver cancelForCustomer cancelHandOver emailSigningLink
    issueAgreement offerForTradeIn recordCar recordDelivery`,
  'finance:decide': 'decideFinance',
  'payments:write': `
    completeRefund decideReview explainMoneyDifference findPurchase listMoneyDifferences
    listRefunds recordReceipt repeatRefund settleDispute`,
  'bookings:read': 'getServiceBooking listBookingsToCome listServiceBookings',
  'bookings:write':
    'bookService cancelBookingForCustomer cancelServiceBooking changeServiceBooking holdServiceSlot',
}

describe.each(
  databases.map((database, index) => ({ ...database, names: index === 0 ? calls : SAMPLE })),
)('who may do what on $name', ({ open: openDatabase, names }) => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    world = await open(await openDatabase())
  })

  test.each(cellsOf(names))(
    '$name: $actor is answered $answer',
    async ({ name, actor, answer }) => {
      const { app, tokens, scene, send, startActing } = world
      const { db } = app.deps
      // It would end the other session of the matrix's own staff.
      const isOther = name === 'endStaffSessions' && actor.startsWith('staff')
      const token = isOther
        ? (await arrive(app, 'manager@demo.example')).accessToken
        : tokens[actor]
      if (actor === 'staff acting') await startActing(token!)
      if (actor === 'staff') await send('endActing', token, {})
      const { input, isAudited, namesCustomerInBody } = MATRIX[name]!
      const given = input ? await input(scene) : {}
      const before = await db
        .selectFrom('audit')
        .select((audit) => audit.fn.max('seq').as('seq'))
        .executeTakeFirstOrThrow()

      const response = await send(name, token, given)

      expect(response.status).toBe(answer)
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('seq', '>', before.seq ?? 0)
        .where('action', '=', name)
        .execute()
      // Refused before its body is read, a call that names the customer there is about none.
      const isUnread = Boolean(namesCustomerInBody) && actor === 'a machine' && answer === 403
      const { audit, owner, about } = grantOf(contract[name]!.who)
      const isSearch = audit === 'each call' && !owner && !about
      const audits =
        isAudited && !isUnread && ['staff', 'staff acting', 'a machine'].includes(actor)
      if (!['startActing', 'endActing'].includes(name)) expect(rows).toHaveLength(audits ? 1 : 0)
      if (!audits) return
      expect(rows[0]).toMatchObject({
        customer_id: isSearch ? null : scene.owner.customerId,
        is_acting: actor === 'staff acting' && !isSearch ? 1 : 0,
        outcome: answer === 403 ? 'REFUSED' : 'ALLOWED',
        request_id: response.headers.get('x-request-id'),
        actor: actor === 'a machine' ? expect.stringMatching(/^client:/) : 'staff:1',
      })
    },
  )
})

describe('the matrix', () => {
  test('has a row for each call', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(contract).sort())
    expect(cellsOf(calls).length).toBeGreaterThanOrEqual(360)
  })

  test('a call that does not say who may make it cannot be declared', () => {
    const { who: _, ...declared } = contract.getConfig!
    expect(() => endpoint(declared as Endpoint)).toThrow(TypeError)
  })
})

describe('beyond the matrix', () => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    world = await open(await databases[0]!.open())
  })

  test('another customer’s object is byte for byte the same as a missing one', async () => {
    const { tokens, scene, send } = world
    const read = async (response: Response) => ({
      status: response.status,
      body: (await response.text()).replace(/"requestId":"[^"]+"/, ''),
    })
    for (const [name, id] of [
      ['getQuote', await scene.quote()],
      ['deleteQuote', await scene.quote()],
      ['getPurchaseJourney', await scene.journey()],
      ['deletePurchaseJourney', await scene.journey()],
    ] as const) {
      const foreign = await send(name, tokens['another customer'], { params: { id } })
      const missing = await send(name, tokens['another customer'], {
        params: { id: 'x'.repeat(22) },
      })
      expect(await read(foreign)).toEqual(await read(missing))
    }
  })

  test('another customer’s number is refused alike, whether there is such a customer or not', async () => {
    const { tokens, scene, send } = world
    for (const id of [scene.owner.customerId, 999_999, 99_999_999_999]) {
      const response = await send('getCustomer', tokens['another customer'], { params: { id } })
      expect([id, response.status]).toEqual([id, 403])
    }
    const unknown = await send('getCustomer', tokens.staff, { params: { id: 99_999_999_999 } })
    expect(unknown.status).toBe(404)
  })

  /** What a call is given when it's refused, which changes nothing: once for all scopes. */
  const refused: Record<string, Input> = {}
  test.each(
    calls
      .filter((name) => contract[name]!.auth !== 'none' && contract[name]!.who !== 'signed in')
      .flatMap((name) => (Object.keys(SCOPES) as Scope[]).map((scope) => ({ name, scope }))),
  )('$name for a machine with $scope alone', async ({ name, scope }) => {
    const { app, scene, send } = world
    const token = await machineToken(app.deps, [scope])
    const needed = (Object.keys(SCOPES) as Scope[]).find((one) =>
      BY_SCOPE[one].split(/\s+/).includes(name),
    )
    const made = async () => (await MATRIX[name]!.input?.(scene)) ?? {}
    const input = needed === scope ? await made() : (refused[name] ??= await made())
    const response = await send(name, token, input)
    expect(response.status === 403).toBe(needed !== scope)
    if (needed !== scope)
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope"${needed ? `, scope="${needed}"` : ''}`,
      )
  })
})
