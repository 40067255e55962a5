import { describe, expect, test } from 'vitest'
import { searchCustomers } from '#lib/customers/calls.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import {
  listPasskeys,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#lib/sign-in/passkey-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { renewPassword, resetSecondFactor } from '#server/staff/staff-accounts.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { CLIENT, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf, type Person } from '#tests/setup/purchases.ts'
import { withAuthenticator } from '#tests/setup/second-factor.ts'
import type { SoftwareAuthenticator } from '#tests/setup/software-authenticator.ts'
import { app, db, sam, setUpSignedIn } from '#tests/setup/suite.ts'

const EMAIL = 'staff@demo.example'
const search = { query: { search: 'harris', where: 'name' } } as const

describe.each(databases)('passkeys of staff on $name', (database) => {
  setUpSignedIn(database, { env: { STAFF_SECOND_FACTOR: 'on' } })

  const ask = async (password: string): Promise<string | 200> => {
    const response = await app.request('/api/auth/token', {
      method: 'POST',
      body: new URLSearchParams({ ...CLIENT, grant_type: 'password', username: EMAIL, password }),
    })
    return response.ok ? 200 : ((await response.json()) as { error: string }).error
  }
  const use = async (authenticator: SoftwareAuthenticator) => {
    const call = app.browser()
    const { ceremonyId, options } = valueOf(await call(startPasskeySignIn))
    const credential = authenticator.get(options)
    const tokens = valueOf(await call(signInWithPasskey, { body: { ceremonyId, credential } }))
    return app.browser(bearer(tokens.access_token))
  }
  const mayWork = async (call: Person['call']) => (await call(searchCustomers, search)).ok
  const rights = async () =>
    (await db.selectFrom('audit').select(['action', 'actor', 'fields']).orderBy('seq').execute())
      .filter(({ action }) => action.endsWith('Passkey'))
      .map(({ action, actor, fields }) => [action, actor, fields])

  test('one is the second factor: it lets them work, signs in fully, and ends other sessions', async () => {
    const elsewhere = await arrive(app, EMAIL)
    expect(await mayWork(sam.call)).toBe(false)
    const { authenticator } = await withPasskey(sam)
    expect(await mayWork(sam.call)).toBe(true)
    expect(await elsewhere.call(getCurrentUser)).toMatchObject({ ok: false })
    expect(await mayWork(await use(authenticator))).toBe(true)

    const actor = expect.stringMatching(/^staff:\d+$/) as string
    expect(await rights()).toEqual([['addPasskey', actor, expect.any(String)]])
    const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to: EMAIL } }))
    expect(messages[0]!.subject).toBe('A passkey was added to your Tarvane staff account')
    expect(messages[0]!.text).toContain('Tell an admin straight away')
  })

  test('the password alone no longer opens the account, and only who knows it hears of that', async () => {
    const { passkey } = await withPasskey(sam)
    expect(await ask(SAMPLE_PASSWORD)).toBe('passkey_required')
    expect(await ask('not the password')).toBe('invalid_grant')
    const params = { passkeyId: passkey.passkeyId }
    valueOf(await sam.call(removePasskey, { params, body: {} }))
    expect(await ask(SAMPLE_PASSWORD)).toBe(200)
    expect(await mayWork(sam.call)).toBe(false)
    expect((await rights()).map(([action]) => action)).toEqual(['addPasskey', 'removePasskey'])
  })

  test('the authenticator app stays a way in beside it', async () => {
    const { code } = await withAuthenticator(app, sam)
    const elsewhere = await arrive(app, EMAIL)
    const { authenticator } = await withPasskey(sam)
    expect(await mayWork(elsewhere.call)).toBe(true)
    expect(await ask(SAMPLE_PASSWORD)).toBe('second_factor_required')
    expect(await ask(SAMPLE_PASSWORD + code())).toBe(200)
    expect(await mayWork(await use(authenticator))).toBe(true)
  })

  test('later another one takes the password, and the code of an app that is set up', async () => {
    const { code } = await withAuthenticator(app, sam)
    const created_at = new Date(app.clock.atMs - 15 * 60_000).toISOString()
    await db.updateTable('session').set({ created_at }).execute()
    const start = (body: object) => sam.call(startPasskey, { body })
    expect(faultsOf(await start({})).fields).toEqual(['currentPassword'])
    const currentPassword = SAMPLE_PASSWORD
    expect(faultsOf(await start({ currentPassword })).fields).toEqual(['code'])
    expect(faultsOf(await start({ currentPassword, code: '000000' })).fields).toEqual(['code'])
    expect((await start({ currentPassword, code: code() })).ok).toBe(true)
  })

  test('an admin takes them away together with the app', async () => {
    const { authenticator } = await withPasskey(sam)
    await resetSecondFactor(app.deps, EMAIL)
    await expect(use(authenticator)).rejects.toThrow('403')
    expect(await ask(SAMPLE_PASSWORD)).toBe(200)
    expect(valueOf(await (await arrive(app, EMAIL)).call(listPasskeys)).passkeys).toEqual([])
  })

  test('a new password, which an intruder is shut out by, leaves none', async () => {
    const { authenticator } = await withPasskey(sam)
    await renewPassword(app.deps, EMAIL)
    const call = app.browser()
    const { ceremonyId, options } = valueOf(await call(startPasskeySignIn))
    const credential = authenticator.get(options)
    expect((await call(signInWithPasskey, { body: { ceremonyId, credential } })).ok).toBe(false)
  })
})
