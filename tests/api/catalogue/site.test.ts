import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { getConfig, listDemoMail } from '#lib/site/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication } from '#tests/setup/application.ts'
import { createApp } from '#server/app.ts'
import { databases } from '#tests/setup/databases.ts'
import { signIn, valueOf } from '#tests/setup/people.ts'
import { app, db, restart, setUpEmpty } from '#tests/setup/suite.ts'

describe.each(databases)('the site’s own calls on $name', (database) => {
  setUpEmpty(database)

  test('tell pages what they must know', async () => {
    expect(valueOf(await app.browser()(getConfig))).toEqual({
      calls: 'all',
      flags: { reservations: false, usedCars: false },
      providers: {
        card: 'none',
        bankPayment: 'none',
        captcha: 'altcha',
        register: 'sample',
        valuation: 'sample values',
      },
      hasSoftCheck: true,
      isCardTest: false,
      captchaSiteKey: 'altcha',
      chat: null,
      clientId: 'storefront',
      clientSecret: 'storefront-public',
      termsVersion: catalogue.pages.terms.version,
      cancelDays: 3,
      depositHours: 48,
      demo: true,
    })
    restart({ env: { FEATURE_RESERVATIONS: 'on', DEMO: 'off' } })
    expect(valueOf(await app.browser()(getConfig))).toMatchObject({
      flags: { reservations: true },
      demo: false,
    })
  })

  test('show the demo’s mail, newest first, by address or all', async () => {
    await seedDemo(app.deps)
    const call = app.browser()
    await signIn(call, 'customer@demo.example', '')
    app.clock.advance(1000)
    await signIn(call, 'company@demo.example', '')
    await signIn(call, 'nobody@nowhere.example', '')
    const all = valueOf(await call(listDemoMail, { query: {} })).messages
    expect(all.map(({ to }) => to)).toEqual(['company@demo.example', 'customer@demo.example'])
    const query = { to: 'Customer@demo.example' }
    const [mail, ...more] = valueOf(await call(listDemoMail, { query })).messages
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      to: 'customer@demo.example',
      subject: 'Your Tarvane sign-in code',
      queuedAt: '2026-11-23T01:00:00.000Z',
    })
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
    expect(mail?.html).toContain(`>${code}<`)
    expect(mail?.html).toContain('<html lang="en-NZ">')
  })

  test('show the demo’s other mail where one cannot be opened', async () => {
    await seedDemo(app.deps)
    const call = app.browser()
    for (const email of ['customer@demo.example', 'company@demo.example']) {
      await signIn(call, email, '')
      app.clock.advance(1000)
    }
    const damaged = db.updateTable('outbox').set({ sealed: 'k1.damaged' })
    await damaged.where('recipient', '=', 'company@demo.example').execute()
    const [last, first] = valueOf(await call(listDemoMail, { query: {} })).messages
    expect(last).toMatchObject({ text: 'This message can’t be opened.', html: '' })
    expect(first!.text).toMatch(/^\d{6}$/m)
  })

  test('show no mail outside a demo', async () => {
    restart({ env: { DEMO: 'off' } })
    const answer = await app.browser()(listDemoMail, { query: {} })
    expect(answer).toMatchObject({ ok: false, failure: { status: 404 } })
  })

  test('refuse what they do not know', async () => {
    const response = await app.request('/api/demo/mail?from=x')
    expect(await response.json()).toMatchObject({
      status: 400,
      messages: [{ property: 'from', message: 'is not a known field' }],
    })
  })

  test('every answer is closed to other sites, and names its request', async () => {
    for (const path of ['/api/config', '/api/captcha/challenge', '/api/me', '/api/nothing']) {
      const { headers } = await app.request(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{22}$/)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('over https every answer says to come by https again', async () => {
    const shop = startApplication(db, { env: { SITE_URL: 'https://cars.example', DEMO: 'off' } })
    for (const path of ['/api/config', '/api/me', '/api/nothing', '/api/auth/token']) {
      const { status, headers } = await shop.request(path)
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}; includeSubDomains$/)
      // A call that came without TLS is not led to https: its token has been seen.
      expect([path, status]).toEqual([
        path,
        { '/api/config': 200, '/api/me': 401 }[path] ?? expect.any(Number),
      ])
      expect(headers.get('location')).toBeNull()
    }
    expect((await app.request('/api/config')).headers.get('strict-transport-security')).toBeNull()
  })

  test.each<[string, Record<string, string>, number]>([
    ['http://localhost:4321', {}, 200],
    ['http://127.0.0.1:4321', { host: '127.0.0.1:4321' }, 200],
    ['http://[::1]:4321', { host: '[::1]:4321' }, 200],
    ['http://shop.example', {}, 403],
    ['http://localhost:4321', { host: 'shop.example' }, 403],
    ['http://localhost:4321', { 'x-forwarded-for': '203.0.113.9' }, 403],
    ['http://localhost:4321', { 'x-forwarded-proto': 'https' }, 403],
    ['http://localhost:4321', { forwarded: 'for=203.0.113.9' }, 403],
  ])(
    'of a demo that nobody asked for answer its own machine only: %s %j is %i',
    async (origin, headers, status) => {
      const ask = () => createApp(app.deps).request(`${origin}/api/config`, { headers })
      restart({ env: { DEMO: '' } })
      const answer = await ask()
      expect(answer.status).toBe(status)
      if (status === 403) expect(await answer.text()).toContain('DEMO=on for a demo')
      restart({ env: { DEMO: 'on' } })
      expect((await ask()).status).toBe(200)
    },
  )

  test('what is not there is not found, and another method is not allowed', async () => {
    const missing = await app.request('/api/nothing')
    expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'NotFound' }])
    const wrong = await app.request('/api/config', { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
  })

  describe('limits by address', () => {
    const ask = async (forwarded?: string) =>
      (
        await app.request('/api/config', {
          headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
        })
      ).status
    const behind = (proxies: string) => {
      restart({
        env: { LIMIT_CALLS_PER_MINUTE: '1', TRUSTED_PROXIES: proxies },
      })
    }

    test('believe no header while there is no proxy', async () => {
      behind('0')
      expect([await ask('192.0.2.1'), await ask('192.0.2.2'), await ask()]).toEqual([200, 429, 429])
    })

    test('count the address that the proxy saw, not what a client claims', async () => {
      behind('1')
      expect(await ask('192.0.2.1')).toBe(200)
      expect(await ask('192.0.2.2')).toBe(200)
      expect(await ask('203.0.113.9, 192.0.2.1')).toBe(429)
      expect(await ask('2001:db8:1:2::1')).toBe(200)
      expect(await ask('2001:db8:1:2:ffff::7')).toBe(429)
      expect([await ask('not an address'), await ask('')]).toEqual([200, 429])
    })

    test('count an address once, whatever port the proxy writes behind it', async () => {
      behind('1')
      expect(await ask('192.0.2.1:50000')).toBe(200)
      expect(await ask('192.0.2.1:50001')).toBe(429)
      expect(await ask('192.0.2.1')).toBe(429)
      expect(await ask('[2001:db8:1:2::1]:50000')).toBe(200)
      expect(await ask('[2001:db8:1:2::7]:50001')).toBe(429)
      expect(await ask('[2001:db8:1:3::1]')).toBe(200)
    })

    test('look past as many proxies as there are', async () => {
      behind('2')
      expect(await ask('192.0.2.1, 198.51.100.1')).toBe(200)
      expect(await ask('192.0.2.1, 198.51.100.2')).toBe(429)
      expect(await ask('192.0.2.2, 198.51.100.1')).toBe(200)
    })
  })
})
