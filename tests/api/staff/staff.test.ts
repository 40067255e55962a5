import { describe, expect, test } from 'vitest'
import { createCustomer } from '#lib/customers/calls.ts'
import { getCurrentUser, token } from '#lib/sign-in/calls.ts'
import { admin } from '../../../scripts/admin.ts'
import { findStaff } from '#server/staff/queries.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  confirmRegistration,
  readCode,
  signedIn,
  solveCaptcha,
  valueOf,
} from '#tests/setup/people.ts'
import { audit } from './staff.fixture.ts'
import { app, db, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('staff on $name', (database) => {
  setUpSignedIn(database)

  describe('the commands', () => {
    const run = (...args: string[]) => admin(app.deps, args)
    const rights = async () =>
      (await audit())
        .filter(({ customer_id }) => customer_id === null)
        .map(({ actor, action, fields }) => [actor, action, ...(JSON.parse(fields) as string[])])

    const WRONG = [
      ['no-such-command'],
      ['client', 'add', 'DMS'],
      ['client', 'add', 'DMS', '--scopes', 'all'],
      ['client', 'add', 'DMS', '--scopes', 'none'],
      ['client', 'secret', 'client-unknown'],
      ['client', 'end', 'client-unknown'],
      ['staff', 'add', 'nadia@tarvane.example', 'Nadia', 'Ito'],
      ['staff', 'add', 'nadia@tarvane.example', 'Nadia', 'Ito', '--roles', 'boss'],
      ['staff', 'add', 'nadia', 'Nadia', 'Ito', '--roles', 'sales'],
      ['staff', 'add', 'customer@demo.example', 'Nadia', 'Ito', '--roles', 'sales'],
      ['staff', 'add', 'staff@demo.example', 'Nadia', 'Ito', '--roles', 'sales'],
      ['staff', 'roles', 'nadia@tarvane.example', '--roles', 'sales'],
      ['staff', 'password', 'nadia@tarvane.example'],
      ['staff', 'list', 'all'],
      ['staff', 'list', '--all'],
    ]
    test('do nothing when they are typed wrong, and say why', async () => {
      const before = await run('staff', 'list')
      for (const args of WRONG)
        expect([args, await run(...args)]).toEqual([
          args,
          { isWell: false, text: expect.stringMatching(/npm run admin/) },
        ])
      expect(await run('staff', 'list')).toEqual(before)
      expect(await run('client', 'list')).toMatchObject({ text: 'There are no machine clients.' })
      expect(await rights()).toEqual([])
    })

    test('make a machine client, give it another secret and end it', async () => {
      const secretIn = ({ text }: { text: string }) => /client_secret\s+(\S{43})/.exec(text)![1]!
      const made = await run('client', 'add', 'DMS', '--scopes', 'quotes:read,purchases:read')
      const [, id] = /client_id\s+(\S+)/.exec(made.text)!
      const stored = await db.selectFrom('api_client').selectAll().executeTakeFirstOrThrow()
      expect(made.isWell).toBe(true)
      expect(stored).toMatchObject({ name: 'DMS', scopes: '["quotes:read","purchases:read"]' })
      expect(JSON.stringify(stored)).not.toContain(secretIn(made))

      const tokenBy = (client_secret: string) =>
        app.browser()(token, {
          body: { grant_type: 'client_credentials', client_id: id!, client_secret },
        })
      const { access_token } = valueOf(await tokenBy(secretIn(made)))
      const me = () => app.browser(bearer(access_token))(getCurrentUser)
      expect(valueOf(await me())).toMatchObject({ type: 'APICLIENT' })
      const renewed = await run('client', 'secret', id!)
      expect((await tokenBy(secretIn(made))).ok).toBe(false)
      expect((await me()).ok).toBe(false)
      valueOf(await tokenBy(secretIn(renewed)))

      expect(await run('client', 'end', id!)).toMatchObject({ isWell: true })
      expect((await tokenBy(secretIn(renewed))).ok).toBe(false)
      expect((await run('client', 'secret', id!)).isWell).toBe(false)
      expect((await run('client', 'list')).text).toMatch(/DMS +ended 2026-11-23/)
      expect(await rights()).toEqual([
        ['system', 'createApiClient', `client:${id}`, 'scope:quotes:read', 'scope:purchases:read'],
        ['system', 'renewClientSecret', `client:${id}`],
        ['system', 'endApiClient', `client:${id}`],
      ])
    })

    test('create a staff account for an address that someone registered and never confirmed', async () => {
      const email = 'nadia@tarvane.example'
      valueOf(
        await app.browser()(createCustomer, {
          body: {
            customerType: 'INDIVIDUAL',
            name: { firstName: 'Not', lastName: 'Nadia' },
            email,
            password: 'the tui in the harakeke',
          },
          captchaToken: await solveCaptcha(app),
        }),
      )
      const code = await readCode(app, email)
      const made = await run('staff', 'add', email, 'Nadia', 'Ito', '--roles', 'sales')
      expect(made).toMatchObject({ isWell: true })
      expect((await confirmRegistration(app.browser(), email, code)).ok).toBe(false)
      const [, password] = /Password {2}(\S{20})/.exec(made.text)!
      const nadia = await signedIn(app, email, password)
      expect(valueOf(await nadia.call(getCurrentUser)).type).toBe('STAFF')
    })

    test('create a staff account, change its roles and reset its password', async () => {
      const [email, password] = ['nadia@tarvane.example', /Password {2}(\S{20})/]
      const made = await run('staff', 'add', email, 'Nadia', 'Ito', '--roles', 'sales,service')
      const [, first] = password.exec(made.text)!
      const nadia = await signedIn(app, email, first)
      const who = async () => valueOf(await nadia.call(getCurrentUser)).staff
      expect(await who()).toMatchObject({ firstName: 'Nadia', roles: ['sales', 'service'] })

      await run('staff', 'roles', email, '--roles', 'none')
      expect(await who()).toMatchObject({ roles: [] })
      expect((await run('staff', 'list')).text).toMatch(/Nadia Ito +none, so no rights/)

      const [, second] = password.exec((await run('staff', 'password', email)).text)!
      expect((await nadia.call(getCurrentUser)).ok).toBe(false)
      await expect(signedIn(app, email, first)).rejects.toThrow()
      await signedIn(app, email, second)
      const { id } = (await findStaff(db, 5))!
      expect(await rights()).toEqual([
        ['system', 'createStaff', `staff:${id}`, 'role:sales', 'role:service'],
        ['system', 'changeRoles', `staff:${id}`],
        ['system', 'renewStaffPassword', `staff:${id}`],
      ])
    })
  })
})
