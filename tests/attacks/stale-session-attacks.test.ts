import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getAccount, requestDeletion } from '#lib/customers/account-calls.ts'
import { changeWebAccountEmail } from '#lib/customers/calls.ts'
import { endOtherSessions } from '#lib/sign-in/session-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { listPasskeys, startPasskey } from '#lib/sign-in/passkey-calls.ts'
import { changePassword } from '#lib/sign-in/password-calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { signIn, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { SoftwareAuthenticator } from '#tests/setup/software-authenticator.ts'
import { app, db, mia, setUpSignedIn, visitor } from '#tests/setup/suite.ts'

const EMAIL = 'customer@demo.example'
const NEW_PASSWORD = 'seven grey herons stood'

// What a thief, who knows the old password, has begun when the owner ends every other session.
describe.each(databases)('what ends every session, on $name', (database) => {
  setUpSignedIn(database)
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  const changed = async () => {
    const params = { id: mia.customerId }
    const body = {
      type: 'CHANGE_PASSWORD',
      currentPassword: SAMPLE_PASSWORD,
      newPassword: NEW_PASSWORD,
    } as const
    valueOf(await mia.call(changePassword, { params, body }))
  }
  /** Sends a body whose end comes after something else has been done. */
  const sendSlowly = (
    path: string,
    accessToken: string,
    body: object,
    meanwhile: () => Promise<unknown>,
  ) => {
    const [first, ...rest] = JSON.stringify(body)
    return app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(first))
          await meanwhile()
          controller.enqueue(new TextEncoder().encode(rest.join('')))
          controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
  }

  /** Starts what waits for a password to be hashed, which takes until everything has ended. */
  const endedDuring = async <Answer>(begin: () => Promise<Answer>): Promise<Answer> => {
    const { argon2 } = crypto
    let release = () => {}
    const hash = vi.spyOn(crypto, 'argon2').mockImplementationOnce((...given) => {
      release = () => void argon2(...given)
    })
    syncBuiltinESMExports()
    const answer = begin()
    await vi.waitFor(() => expect(hash).toHaveBeenCalled())
    await changed()
    release()
    return answer
  }

  test('ends a sign-in that is under way', async () => {
    const answer = await endedDuring(() => signIn(visitor, EMAIL, SAMPLE_PASSWORD))
    expect(answer.ok).toBe(false)
  })

  test.each([
    ['another address', changeWebAccountEmail, { email: 'thief@post.example' }],
    ['the deletion of the account', requestDeletion, {}],
  ] as const)('ends a request for %s', async (_, call, asked) => {
    const thief = await arrive(app)
    const params = { id: mia.customerId }
    const body = { ...asked, currentPassword: SAMPLE_PASSWORD }
    const answer = await endedDuring(() =>
      thief.call(call as typeof requestDeletion, { params, body }),
    )
    expect(answer).toMatchObject({ failure: { kind: 'signed-out' } })
    const account = valueOf(await mia.call(getAccount, { params }))
    expect(account).toMatchObject({ pendingEmail: null, deletion: null })
    const to = db.selectFrom('outbox').select('kind').where('recipient', '=', 'thief@post.example')
    expect(await to.execute()).toEqual([])
  })

  test('ends a passkey that is being added', async () => {
    const thief = await arrive(app)
    const { ceremonyId, options } = valueOf(await thief.call(startPasskey, { body: {} }))
    const credential = new SoftwareAuthenticator().create(options)
    const body = { ceremonyId, credential, name: 'iPhone' }
    const answer = await sendSlowly('/api/me/passkeys', thief.accessToken, body, changed)
    expect(answer.status).toBe(401)
    expect(valueOf(await mia.call(listPasskeys)).passkeys).toEqual([])
  })

  test('ends any change whose body comes slowly', async () => {
    const thief = await arrive(app)
    const answer = await sendSlowly(
      '/api/quote/save',
      thief.accessToken,
      { quoteId: 'q1' },
      async () => {
        await mia.call(endOtherSessions, { params: { id: mia.customerId } })
        await sleep(1_100)
      },
    )
    expect(answer.status).toBe(401)
  })
})
