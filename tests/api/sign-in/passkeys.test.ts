import { describe, expect, test } from 'vitest'
import { getCurrentUser, token } from '#lib/sign-in/calls.ts'
import {
  listPasskeys,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#lib/sign-in/passkey-calls.ts'
import { eraseCustomer } from '#server/customers/deletion-queries.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { bearer, startApplication } from '#tests/setup/application.ts'
import { getBuildAndQuoteContent } from '#lib/catalogue/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { CLIENT, valueOf } from '#tests/setup/people.ts'
import { app, db, mia, visitor } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'
import {
  EMAIL,
  statusOf,
  events,
  setUpPasskeys,
  type Given,
  use,
  mailTo,
  failures,
} from './passkeys.fixture.ts'

describe.each(databases)('signing in with a passkey, on $name', (database) => {
  setUpPasskeys(database)

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
  })

  test('a challenge is kept only once it has signed somebody in, until it is over', async () => {
    const { authenticator } = await withPasskey(mia)
    const kept = () => db.selectFrom('passkey_challenge').selectAll().execute()
    await db.deleteFrom('passkey_challenge').execute()
    for (let times = 0; times < 5; times++) {
      const { ceremonyId, options } = valueOf(await visitor(startPasskeySignIn))
      const credential = authenticator.get(options, { origin: 'http://evil.example' })
      await visitor(signInWithPasskey, { body: { ceremonyId, credential } })
    }
    expect(await kept()).toEqual([])
    expect(statusOf(await use(authenticator))).toBe('ok')
    expect(await kept()).toHaveLength(1)
    app.clock.advance(5 * MINUTE_MS + 1)
    await forgetOld(app.deps)
    expect(await kept()).toEqual([])
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

  test('nobody behind the same address keeps others from it', async () => {
    const { authenticator } = await withPasskey(mia)
    const env = { LIMIT_CALLS_PER_MINUTE: '5', LIMIT_TOKEN_PER_MINUTE: '5' }
    const limited = startApplication(db, { env }).browser()
    for (let times = 0; times < 20; times++) {
      await limited(startPasskeySignIn)
      await limited(getBuildAndQuoteContent)
    }
    expect(statusOf(await limited(getBuildAndQuoteContent))).toBe(429)
    const { ceremonyId, options } = valueOf(await limited(startPasskeySignIn))
    const body = { ceremonyId, credential: authenticator.get(options) }
    expect(statusOf(await limited(signInWithPasskey, { body }))).toBe('ok')
  })
})
