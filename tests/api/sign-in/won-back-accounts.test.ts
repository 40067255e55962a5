import { beforeEach, describe, expect, test } from 'vitest'
import {
  changePassword,
  completePasswordReset,
  startPasswordReset,
} from '#lib/sign-in/password-calls.ts'
import { getAccount, listDeletions, requestDeletion } from '#lib/customers/account-calls.ts'
import { createWebAccount } from '#lib/customers/calls.ts'
import { token } from '#lib/sign-in/calls.ts'
import { listPasskeys, signInWithPasskey, startPasskeySignIn } from '#lib/sign-in/passkey-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { withPasskey } from '#tests/setup/passkeys.ts'
import { CLIENT, easyCaptcha, readCode, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn } from '#tests/setup/suite.ts'

const EMAIL = 'customer@demo.example'
const newPassword = 'seven grey herons stood'

describe.each(databases)('an account that is won back on $name', (database) => {
  let authenticator: Awaited<ReturnType<typeof withPasskey>>['authenticator']

  // Mia’s session is a thief’s here, who signed in with a stolen password and added a passkey.
  setUpSignedIn(database, { deps: { captcha: easyCaptcha } })
  beforeEach(async () => {
    authenticator = (await withPasskey(mia)).authenticator
    app.clock.advance(60_000)
  })

  const opens = async () => {
    const call = app.browser()
    const { ceremonyId, options } = valueOf(await call(startPasskeySignIn))
    const credential = authenticator.get(options)
    return (await call(signInWithPasskey, { body: { ceremonyId, credential } })).ok
  }
  const latestMail = async (to: string) => {
    const [mail] = valueOf(await app.browser()(listDemoMail, { query: { to } })).messages
    return mail!
  }
  const reset = async (password: string) => {
    const call = app.browser()
    valueOf(await call(startPasswordReset, { body: { email: EMAIL }, captchaToken: RIGHT_CAPTCHA }))
    const body = { email: EMAIL, code: await readCode(app, EMAIL), newPassword: password }
    app.clock.advance(1000)
    valueOf(await call(completePasswordReset, { body }))
    app.clock.advance(6 * 60_000)
  }

  test('by a password that an email set opens to no passkey from before', async () => {
    expect(await opens()).toBe(true)
    await reset(newPassword)
    expect(await opens()).toBe(false)
    expect((await latestMail(EMAIL)).text).toContain('We removed your passkeys too.')

    const owner = await arrive(app)
    expect(valueOf(await owner.call(listPasskeys)).passkeys).toEqual([])
    authenticator = (await withPasskey(owner)).authenticator
    expect(await opens()).toBe(true)
  })

  test('a mail about a new password mentions no passkeys where there were none', async () => {
    await reset(newPassword)
    await reset('eight grey herons stood')
    const { subject, text } = await latestMail(EMAIL)
    expect(subject).toBe('Your Tarvane password was changed')
    expect(text).not.toContain('passkey')
  })

  test('is kept, although its deletion was asked for, and the email says so', async () => {
    const params = { id: mia.customerId }
    const body = { currentPassword: SAMPLE_PASSWORD }
    valueOf(await mia.call(requestDeletion, { params, body }))
    app.clock.advance(60_000)
    await reset(newPassword)
    const { text } = await latestMail(EMAIL)
    expect(text).toContain('We cancelled the deletion of your account.')
    expect(text).toContain('check under My Purchases who else can see your purchases')
    const owner = await arrive(app)
    expect(valueOf(await owner.call(getAccount, { params })).deletion).toBeNull()

    await reset('eight grey herons stood')
    expect((await latestMail(EMAIL)).text).not.toContain('deletion')
  })

  test('by staff, who create it again, is kept and opens to no passkey from before', async () => {
    const asked = { params: { id: mia.customerId }, body: { currentPassword: SAMPLE_PASSWORD } }
    valueOf(await mia.call(requestDeletion, asked))
    await db
      .updateTable('customer')
      .set({ web_account_status: 'PROBLEM' })
      .where('id', '=', mia.customerId)
      .execute()
    const email = 'mia@new.example'
    const params = { id: mia.customerId }
    valueOf(await sam.call(createWebAccount, { params, body: { email } }))
    const { text } = await latestMail(email)
    expect(text).toContain('We cancelled the deletion of your account.')
    expect(valueOf(await sam.call(listDeletions)).deletions).toEqual([])
    const [, link] = /#\/sign-in\?token=(\S+)/.exec(text)!
    const body = { ...CLIENT, grant_type: 'token', token: link! }
    valueOf(await app.browser()(token, { body }))
    expect(await opens()).toBe(false)
  })

  test('a password that is changed while signed in leaves passkeys and a deletion', async () => {
    const params = { id: mia.customerId }
    const asked = { params, body: { currentPassword: SAMPLE_PASSWORD } }
    const deletion = valueOf(await mia.call(requestDeletion, asked))
    const body = {
      type: 'CHANGE_PASSWORD' as const,
      currentPassword: SAMPLE_PASSWORD,
      newPassword,
    }
    valueOf(await mia.call(changePassword, { params, body }))
    expect(await opens()).toBe(true)
    expect(valueOf(await mia.call(getAccount, { params })).deletion).toEqual(deletion)
    expect((await latestMail(EMAIL)).text).not.toMatch(/deletion|who else/)
  })
})
