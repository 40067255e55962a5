import { describe, expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { leaveMessage } from '#lib/messages/calls.ts'
import { completePasswordReset } from '#lib/sign-in/password-calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { BEHIND_PROXY, browserAt, NETWORK, OTHER_NETWORK } from '#tests/setup/networks.ts'
import { CLIENT, easyCaptcha, RIGHT_CAPTCHA, signedIn, valueOf } from '#tests/setup/people.ts'
import { conflictOf } from '#tests/setup/purchases.ts'
import { app, setUpDemo } from '#tests/setup/suite.ts'

// Thousands of phones share the address of a mobile carrier: one of them must not use up what the others need.

const statusOf = (answer: Parameters<typeof conflictOf>[0]) => conflictOf(answer).status

const message = { name: 'Hēmi', email: 'hemi@new.example', message: 'Is the Tarn still there?' }

describe.each(databases)('who shares an address, on $name', (database) => {
  setUpDemo(database, {
    env: {
      ...BEHIND_PROXY,
      LIMIT_MESSAGES_PER_HOUR: '2',
      LIMIT_TOKEN_PER_MINUTE: '3',
      LIMIT_NETWORK_KEPT_ANSWERS_PER_DAY: '2',
    },
    deps: { captcha: easyCaptcha },
  })
  const leave = (ip: string, captchaToken?: string) =>
    browserAt(app, ip)(leaveMessage, {
      body: message,
      ...(captchaToken !== undefined && { captchaToken }),
    })

  test('is not kept from writing by requests that were refused', async () => {
    for (let times = 0; times < 6; times++) expect(statusOf(await leave(NETWORK))).toBe(400)
    for (let times = 0; times < 2; times++) valueOf(await leave(NETWORK, RIGHT_CAPTCHA))
    expect(statusOf(await leave(NETWORK, RIGHT_CAPTCHA))).toBe(429)
  })

  test('is not kept from writing by requests that are still arriving', async () => {
    const senders: ReadableStreamDefaultController<Uint8Array>[] = []
    const arriving = Array.from({ length: 4 }, () =>
      app.request('/api/messages', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': OTHER_NETWORK },
        body: new ReadableStream<Uint8Array>({ start: (sender) => void senders.push(sender) }),
        duplex: 'half',
      } as RequestInit),
    )
    valueOf(await leave(OTHER_NETWORK, RIGHT_CAPTCHA))
    for (const sender of senders) sender.close()
    for (const answer of arriving) expect((await answer).status).toBe(400)
  })

  test('is not kept from writing by one network of an IPv6 connection that goes on and on', async () => {
    for (let times = 0; times < 12; times++) await leave('2001:db8:7:1::1', RIGHT_CAPTCHA)
    valueOf(await leave('2001:db8:7:2::1', RIGHT_CAPTCHA))
  })

  test('stays signed in, and signs in with a captcha, while others try passwords', async () => {
    const { tokens } = await signedIn(app)
    const token = (fields: Record<string, string>, captcha?: string) =>
      app.request('/api/auth/token', {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': NETWORK,
          ...(captcha !== undefined && { 'x-captcha-token': captcha }),
        },
        body: new URLSearchParams({ ...CLIENT, ...fields }),
      })
    for (let times = 0; times < 4; times++) await token({ grant_type: 'x' })
    expect((await token({ grant_type: 'x' })).status).toBe(429)
    const rubbish = { grant_type: 'password', username: 'nobody', password: 'rubbish' }
    for (let times = 0; times < 4; times++) await token(rubbish)

    const username = 'customer@demo.example'
    for (const password of [SAMPLE_PASSWORD, '']) {
      const wary = await token({ grant_type: 'password', username, password })
      expect(await wary.json()).toMatchObject({ error: 'captcha_required' })
    }
    const proved = { grant_type: 'password', username, password: SAMPLE_PASSWORD }
    expect((await token(proved, RIGHT_CAPTCHA)).status).toBe(200)
    const renewed = await token({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token!,
    })
    expect(renewed.status).toBe(200)
  })

  test('is not kept from a call whose answer is kept by calls that failed', async () => {
    const fail = (key: string) =>
      browserAt(app, NETWORK)(completePasswordReset, {
        body: {
          email: 'nobody@new.example',
          code: '000000',
          newPassword: 'the tui in the harakeke',
        },
        idempotencyKey: key,
      })
    for (let times = 0; times < 5; times++) expect(statusOf(await fail(`key-${times}`))).toBe(400)
    valueOf(
      await browserAt(app, NETWORK)(leaveMessage, {
        body: message,
        captchaToken: RIGHT_CAPTCHA,
        idempotencyKey: 'a-key-of-its-own',
      }),
    )
  })
})
