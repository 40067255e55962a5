import { describe, expect, test } from 'vitest'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '#lib/sign-in/passkey-calls.ts'
import { endOtherSessions } from '#lib/sign-in/session-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { epochOf } from '#server/sign-in/session-queries.ts'
import { removePasskey as remove } from '#server/sign-in/passkeys/passkeys.ts'
import { actorOf } from '#server/sign-in/sessions.ts'
import { bearer } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { readCode, signIn, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import { SoftwareAuthenticator } from '#tests/setup/software-authenticator.ts'
import { app, db, mia, visitor } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import {
  EMAIL,
  statusOf,
  setUpPasskeys,
  type Given,
  use,
  mailTo,
  failures,
} from './passkeys.fixture.ts'

describe.each(databases)('the passkeys of an account, on $name', (database) => {
  setUpPasskeys(database)

  test.each<[string, Given]>([
    ['of another origin', { origin: 'http://shop.test.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without the owner verified', { isVerified: false }],
    ['of another kind', { type: 'webauthn.get' }],
  ])('a passkey made %s is not added', async (_, given) => {
    const { ceremonyId, options } = valueOf(await mia.call(startPasskey, { body: {} }))
    const credential = new SoftwareAuthenticator().create(options, given)
    expect(statusOf(await mia.call(addPasskey, { body: { ceremonyId, credential } }))).toBe(400)
    expect(valueOf(await mia.call(listPasskeys)).passkeys).toEqual([])
  })

  test('a passkey does not sign anyone else in, and no other account manages it', async () => {
    const rawiri = await arrive(app, 'company@demo.example')
    const his = await withPasskey(rawiri)
    const hers = await withPasskey(mia)
    const given = { userHandle: hers.authenticator.userHandle }
    expect(statusOf(await use(his.authenticator, given))).toBe(403)
    expect(failures()).toMatchObject([{ reason: 'owner' }])
    expect(statusOf(await use(new SoftwareAuthenticator(), given))).toBe(403)

    const params = { passkeyId: his.passkey.passkeyId }
    const rename = { params, body: { name: 'Mine now' } }
    expect(statusOf(await mia.call(renamePasskey, rename))).toBe(404)
    expect(statusOf(await mia.call(removePasskey, { params, body: {} }))).toBe('ok')
    expect(statusOf(await use(his.authenticator))).toBe('ok')

    // Neither can her session answer his challenge, nor can she add what is his.
    const { ceremonyId, options } = valueOf(await rawiri.call(startPasskey, { body: {} }))
    const credential = new SoftwareAuthenticator().create(options)
    expect(statusOf(await mia.call(addPasskey, { body: { ceremonyId, credential } }))).toBe(400)
    const again = valueOf(await mia.call(startPasskey, { body: {} }))
    const taken = {
      ceremonyId: again.ceremonyId,
      credential: his.authenticator.create(again.options),
    }
    expect(statusOf(await mia.call(addPasskey, { body: taken }))).toBe(409)
  })

  test('15 minutes after signing in, adding and removing take a password or a code', async () => {
    const { passkey } = await withPasskey(mia)
    const { call } = mia
    const begunAgo = (ms: number) => {
      const created_at = new Date(app.clock.atMs - ms).toISOString()
      return db.updateTable('session').set({ created_at }).execute()
    }
    await begunAgo(15 * MINUTE_MS - 1)
    expect(statusOf(await call(startPasskey, { body: {} }))).toBe('ok')
    await begunAgo(15 * MINUTE_MS)
    const refused = await call(startPasskey, { body: {} })
    expect(faultsOf(refused).fields).toEqual(['currentPassword'])
    const wrong = await call(startPasskey, { body: { currentPassword: 'not the password' } })
    expect(faultsOf(wrong).fields).toEqual(['currentPassword'])
    const right = { currentPassword: SAMPLE_PASSWORD }
    expect(statusOf(await call(startPasskey, { body: right }))).toBe('ok')

    const params = { passkeyId: passkey.passkeyId }
    expect(statusOf(await call(removePasskey, { params, body: {} }))).toBe(400)
    // The code is mailed after the news of the passkey.
    app.clock.advance(1000)
    await signIn(visitor, EMAIL, '')
    const code = { currentPassword: await readCode(app, EMAIL) }
    const owner = { customer_id: mia.customerId, staff_id: null }
    const epoch = await epochOf(db, owner)
    expect(statusOf(await call(removePasskey, { params, body: code }))).toBe('ok')
    expect(valueOf(await call(listPasskeys)).passkeys).toEqual([])
    // Sign-ins with it that are under way start no session.
    expect(await epochOf(db, owner)).not.toBe(epoch)
  })

  test('removing one ends the sessions it began, and no other', async () => {
    const { authenticator, passkey } = await withPasskey(mia)
    const tokens = valueOf(await use(authenticator))
    const phone = app.browser(bearer(tokens.access_token))
    valueOf(await phone(getCurrentUser))
    const renamed = { params: { passkeyId: passkey.passkeyId }, body: { name: 'My phone' } }
    expect(valueOf(await mia.call(renamePasskey, renamed)).name).toBe('My phone')
    const params = { passkeyId: passkey.passkeyId }
    app.clock.advance(1000)
    valueOf(await mia.call(removePasskey, { params, body: {} }))
    expect((await phone(getCurrentUser)).ok).toBe(false)
    expect(statusOf(await use(authenticator))).toBe(403)
    expect(statusOf(await mia.call(getCurrentUser))).toBe('ok')
    expect((await mailTo(EMAIL))[0]).toBe('A passkey was removed from your Tarvane account')
    expect(statusOf(await mia.call(removePasskey, { params, body: {} }))).toBe('ok')
    expect(await mailTo(EMAIL)).toHaveLength(2)
  })

  test('one is not removed by a session that is ended meanwhile', async () => {
    const { passkey } = await withPasskey(mia)
    const elsewhere = await arrive(app)
    const actor = (await actorOf(app.deps, mia.accessToken))!
    valueOf(await elsewhere.call(endOtherSessions, { params: { id: mia.customerId } }))
    const caller = { actor, ip: '', userAgent: undefined }
    await expect(remove(app.deps, caller, passkey.passkeyId, {})).rejects.toMatchObject({
      status: 401,
    })
    expect(valueOf(await elsewhere.call(listPasskeys)).passkeys).toHaveLength(1)
  })

  test('an account has 10 at most, also when many are added at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 13 }, async () => valueOf(await mia.call(startPasskey, { body: {} }))),
    )
    const answers = await Promise.all(
      asked.map(({ ceremonyId, options }) =>
        mia.call(addPasskey, {
          body: { ceremonyId, credential: new SoftwareAuthenticator().create(options) },
        }),
      ),
    )
    expect(answers.map(statusOf).filter((status) => status === 'ok')).toHaveLength(10)
    expect(answers.map(statusOf).filter((status) => status === 409)).toHaveLength(3)
    expect(statusOf(await mia.call(startPasskey, { body: {} }))).toBe(409)
    const [one] = valueOf(await mia.call(listPasskeys)).passkeys
    const params = { passkeyId: one!.passkeyId }
    valueOf(await mia.call(removePasskey, { params, body: {} }))
    await withPasskey(mia)
  })
})
