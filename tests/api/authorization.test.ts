import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/contract.ts'
import { createApp } from '#server/app.ts'
import { SCOPES, type Scope } from '#server/http/actor.ts'
import { POLICIES } from '#server/http/policies.ts'
import { allRoutes } from '#server/routes/all.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { MATRIX, open, machineToken, cellsOf } from '#tests/api/authorization.fixture.ts'

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
      const rowsBefore = await db.selectFrom('audit').select('seq').execute()

      const response = await send(name, token, given)

      expect(response.status).toBe(answer)
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('seq', '>', rowsBefore.length)
        .where('action', '=', name)
        .execute()
      // Refused before its body is read, a call that names the customer there is about none.
      const isUnread = Boolean(namesCustomerInBody) && actor === 'a machine' && answer === 403
      const audits =
        isAudited && !isUnread && ['staff', 'staff acting', 'a machine'].includes(actor)
      if (!['startActing', 'endActing'].includes(name)) expect(rows).toHaveLength(audits ? 1 : 0)
      if (!audits) return
      expect(rows[0]).toMatchObject({
        customer_id: POLICIES[name]!.isSearch ? null : scene.owner.customerId,
        is_acting: actor === 'staff acting' && !POLICIES[name]!.isSearch ? 1 : 0,
        outcome: answer === 403 ? 'REFUSED' : 'ALLOWED',
        request_id: response.headers.get('x-request-id'),
        actor: actor === 'a machine' ? expect.stringMatching(/^client:/) : 'staff:1',
      })
    },
  )
})

describe('the table of policies', () => {
  test('has a row for each call, and the matrix too', () => {
    expect(Object.keys(POLICIES).sort()).toEqual(Object.keys(contract).sort())
    expect(Object.keys(MATRIX).sort()).toEqual(Object.keys(contract).sort())
    expect(cellsOf(calls).length).toBeGreaterThanOrEqual(360)
  })

  test('says what the contract says', () => {
    for (const { name, who, auth, allowsBrowserId } of Object.values(contract)) {
      const policy = POLICIES[name]!
      expect([name, policy.who === 'anyone']).toEqual([name, auth === 'none'])
      expect([name, policy.orBrowser ?? false]).toEqual([name, allowsBrowserId ?? false])
      expect([name, policy.orVisitor ?? false]).toEqual([name, auth === 'optional'])
      if (['signed in', 'the customer only', 'staff only', 'staff for themselves'].includes(who))
        expect([name, policy.who]).toEqual([name, who])
      else if (auth !== 'none') expect([name, policy.who]).toEqual([name, 'owner, staff'])
    }
  })

  test('a route without a row cannot be served', async () => {
    const { deps } = startApplication(await databases[0]!.open())
    expect(allRoutes(deps).length).toBeGreaterThan(40)
    const row = POLICIES.getConfig!
    delete POLICIES.getConfig
    try {
      expect(() => createApp(deps)).toThrow('the policies say nothing of getConfig')
    } finally {
      POLICIES.getConfig = row
    }
  })
})

describe('beyond the matrix', () => {
  let world: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    world = await open(await databases[0]!.open())
  })

  test('something of somebody else’s is byte for byte the same as something missing', async () => {
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

  test.each(
    Object.keys(contract)
      .flatMap((name) =>
        (Object.keys(SCOPES) as Scope[]).map((scope) => ({ name, scope, policy: POLICIES[name]! })),
      )
      .filter(({ policy }) => policy.who !== 'anyone' && policy.who !== 'signed in'),
  )('$name for a machine with $scope alone', async ({ name, scope, policy }) => {
    const { app, scene, send } = world
    const token = await machineToken(app, [scope])
    const { input } = MATRIX[name]!
    const response = await send(name, token, input ? await input(scene) : {})
    expect(response.status === 403).toBe(policy.scope !== scope)
    if (policy.scope !== scope)
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope"${policy.scope ? `, scope="${policy.scope}"` : ''}`,
      )
  })
})
