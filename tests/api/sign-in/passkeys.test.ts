import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { getCurrentUser, token } from '#lib/sign-in/calls.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#lib/sign-in/passkey-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { bearer, startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { CLIENT, readCode, signIn, valueOf } from '#tests/setup/people.ts'
import { arrive, faultsOf } from '#tests/setup/purchases.ts'
import { SoftwareAuthenticator } from '#tests/setup/software-authenticator.ts'
import { app, db, mia, setUpSignedIn, visitor } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

const EMAIL = 'customer@demo.example'
const statusOf = (result: { ok: true } | { ok: false; failure: object }) =>
  result.ok ? 'ok' : (result.failure as { status?: number }).status

describe.each(databases)('passkeys on $name', (database) => {
  let events: { event?: string; by?: string; reason?: string }[]

  setUpSignedIn(database, () => {
    events = []
    const log = pino(
      { level: 'info' },
      { write: (line) => events.push(JSON.parse(line) as object) },
    )
    return { deps: { log } }
  })

  type Given = Parameters<SoftwareAuthenticator['get']>[1]
  const use = async (authenticator: SoftwareAuthenticator, given?: Given, call = visitor) => {
    const { ceremonyId, options } = valueOf(await call(startPasskeySignIn))
    return call(signInWithPasskey, {
      body: { ceremonyId, credential: authenticator.get(options, given) },
    })
  }
  const mailTo = async (to: string) =>
    valueOf(await visitor(listDemoMail, { query: { to } })).messages.map(({ subject }) => subject)
  const failures = () => events.filter(({ event }) => event === 'sign_in_failed')

  test('a passkey is added, listed, and signs its owner in with an ordinary session', async () => {
    const { authenticator, passkey } = await withPasskey(mia)
    expect(passkey).toMatchObject({ name: 'Passkey', lastUsedAt: null })
    expect((await mailTo(EMAIL))[0]).toBe('A passkey was added to your Tarvane account')

    app.clock.advance(24 * 60 * MINUTE_MS)
    const tokens = valueOf(await use(authenticator))
    expect(events.at(-1)).toMatchObject({ event: 'sign_in', actor: `customer:${mia.customerId}` })
    const call = app.browser(bearer(tokens.access_token))
    expect(valueOf(await call(getCurrentUser)).customer?.email).toBe(EMAIL)
    const fresh = { ...CLIENT, grant_type: 'refresh_token', refresh_token: tokens.refresh_token! }
    expect(valueOf(await visitor(token, { body: fresh })).access_token).not.toBe(
      tokens.access_token,
    )
    expect(valueOf(await call(listPasskeys)).passkeys).toEqual([
      { ...passkey, lastUsedAt: app.clock.now().toISOString() },
    ])
    expect((await exportedData(app, { call, customerId: mia.customerId })).passkeys).toHaveLength(1)
  })

  test('what it is asked for names no account, and the handle it keeps is not the address', async () => {
    const { options } = valueOf(await visitor(startPasskeySignIn))
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rpId: 'shop.test',
      timeout: 5 * MINUTE_MS,
      userVerification: 'required',
    })
    const made = valueOf(await mia.call(startPasskey, { body: {} })).options
    expect(made).toMatchObject({
      rp: { id: 'shop.test', name: 'Tarvane' },
      user: { name: EMAIL, displayName: 'Mia' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(Buffer.from(made.user.id, 'base64url').toString()).toMatch(/^[\w-]{20,64}$/)
  })

  test('an answer that was given before does not sign in again', async () => {
    const { authenticator } = await withPasskey(mia)
    authenticator.counts = false
    const { ceremonyId, options } = valueOf(await visitor(startPasskeySignIn))
    const body = { ceremonyId, credential: authenticator.get(options) }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor(signInWithPasskey, { body })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.map(statusOf).filter((status) => status === 403)).toHaveLength(9)
    expect(statusOf(await visitor(signInWithPasskey, { body }))).toBe(403)
  })

  test('a challenge of one process is answered at another, and then at neither', async () => {
    const { authenticator } = await withPasskey(mia)
    authenticator.counts = false
    const other = startApplication(db).browser()
    const { ceremonyId, options } = valueOf(await visitor(startPasskeySignIn))
    const body = { ceremonyId, credential: authenticator.get(options) }
    expect(statusOf(await other(signInWithPasskey, { body }))).toBe('ok')
    expect(statusOf(await visitor(signInWithPasskey, { body }))).toBe(403)
  })

  test('a challenge is for its tab, its purpose and five minutes', async () => {
    const { authenticator } = await withPasskey(mia)
    const one = valueOf(await visitor(startPasskeySignIn))
    const two = valueOf(await visitor(startPasskeySignIn))
    const swapped = { ceremonyId: two.ceremonyId, credential: authenticator.get(one.options) }
    expect(statusOf(await visitor(signInWithPasskey, { body: swapped }))).toBe(403)

    const adding = valueOf(await mia.call(startPasskey, { body: {} }))
    const otherUse = {
      ceremonyId: adding.ceremonyId,
      credential: authenticator.get(adding.options),
    }
    expect(statusOf(await visitor(signInWithPasskey, { body: otherUse }))).toBe(403)

    const expired = valueOf(await visitor(startPasskeySignIn))
    app.clock.advance(5 * MINUTE_MS)
    const body = { ceremonyId: expired.ceremonyId, credential: authenticator.get(expired.options) }
    expect(statusOf(await visitor(signInWithPasskey, { body }))).toBe(403)
    expect(failures().map(({ reason }) => reason)).toEqual(['challenge', 'challenge', 'challenge'])

    await forgetOld(app.deps)
    expect(await db.selectFrom('passkey_challenge').selectAll().execute()).toHaveLength(3)
    app.clock.advance(1)
    await forgetOld(app.deps)
    expect(await db.selectFrom('passkey_challenge').selectAll().execute()).toEqual([])
  })

  test.each<[string, Given]>([
    ['of another origin', { origin: 'http://shop.test.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without the owner verified', { isVerified: false }],
    ['of another kind', { type: 'webauthn.create' }],
  ])('a signature %s does not sign in', async (_, given) => {
    const { authenticator } = await withPasskey(mia)
    expect(statusOf(await use(authenticator, given))).toBe(403)
    expect(failures()).toMatchObject([{ by: 'passkey', reason: 'not verified' }])
    expect(statusOf(await use(authenticator))).toBe('ok')
  })

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

  test('a counter that goes back is refused and reported, and the real one goes on', async () => {
    const { authenticator } = await withPasskey(mia)
    valueOf(await use(authenticator))
    valueOf(await use(authenticator))
    authenticator.counter = 1
    expect(statusOf(await use(authenticator))).toBe(403)
    expect(events.filter(({ event }) => event === 'passkey_cloned')).toHaveLength(1)
    expect(statusOf(await use(authenticator))).toBe('ok')
    // Only a sound signature says something about the counter.
    authenticator.counter = 0
    await use(authenticator, { origin: 'http://evil.example' })
    expect(events.filter(({ event }) => event === 'passkey_cloned')).toHaveLength(1)
  })

  test('an authenticator whose counter ends beyond two thousand million works to its end', async () => {
    const { authenticator } = await withPasskey(mia)
    authenticator.counter = 2 ** 32 - 3
    expect(statusOf(await use(authenticator))).toBe('ok')
    expect(statusOf(await use(authenticator))).toBe('ok')
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
    expect(statusOf(await call(removePasskey, { params, body: code }))).toBe('ok')
    expect(valueOf(await call(listPasskeys)).passkeys).toEqual([])
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

  test('they are gone with the account, and one that is closed does not open', async () => {
    const { authenticator } = await withPasskey(mia)
    const setStatus = (web_account_status: 'PROBLEM' | 'ACTIVE') =>
      db
        .updateTable('customer')
        .set({ web_account_status })
        .where('id', '=', mia.customerId)
        .execute()
    await setStatus('PROBLEM')
    expect(statusOf(await use(authenticator))).toBe(403)
    await setStatus('ACTIVE')
    valueOf(await use(authenticator))
    await eraseCustomer(db, mia.customerId, app.clock.now().toISOString())
    expect(await db.selectFrom('passkey').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('passkey_owner').selectAll().execute()).toEqual([])
    expect(statusOf(await use(authenticator))).toBe(403)
  })

  test('asking is limited by address as signing in is', async () => {
    const limited = startApplication(db, { env: { LIMIT_TOKEN_PER_MINUTE: '3' } }).browser()
    const answers = []
    for (let tries = 0; tries < 4; tries++)
      answers.push(statusOf(await limited(startPasskeySignIn)))
    expect(answers).toEqual(['ok', 'ok', 'ok', 429])
  })
})
