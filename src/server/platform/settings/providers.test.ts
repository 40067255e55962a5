import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { SettingError } from './environment.ts'

const carjam = { REGISTER_PROVIDER: 'carjam', REGISTER_KEY: 'k' }
const nzpost = { ADDRESS_PROVIDER: 'nzpost', ADDRESS_KEY: 'id', ADDRESS_SECRET: 's' }
const turnstile = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 's' }

const stripe = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }

describe('the look-up services', () => {
  test('are samples of our own in a demo', () => {
    expect(readSettings({})).toMatchObject({
      isDemo: true,
      register: { provider: 'sample' },
      addresses: { provider: 'local' },
      captcha: { provider: 'altcha' },
    })
    expect(readSettings({ DEMO: 'off' }).register).toEqual({ provider: 'off' })
  })

  test('use their own servers by default', () => {
    expect(readSettings({ ...carjam, ...nzpost, ...turnstile })).toMatchObject({
      register: { provider: 'carjam', key: 'k', url: 'https://www.carjam.co.nz' },
      addresses: {
        provider: 'nzpost',
        key: 'id',
        secret: 's',
        url: 'https://api.nzpost.co.nz',
        tokenUrl: 'https://oauth.nzpost.co.nz/as/token.oauth2',
      },
      captcha: {
        provider: 'turnstile',
        siteKey: 'site',
        secret: 's',
        url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      },
    })
    expect(readSettings({ ADDRESS_PROVIDER: 'addressfinder', ADDRESS_KEY: 'k' }).addresses).toEqual(
      {
        provider: 'addressfinder',
        key: 'k',
        secret: null,
        url: 'https://api.addressfinder.io',
      },
    )
  })

  test.each([carjam, nzpost, turnstile])('end the demo if they are real: %j', (env) => {
    expect(readSettings(env).isDemo).toBe(false)
    expect(readSettings({ ...env, DEMO: 'on' }).isDemo).toBe(true)
  })

  test.each<[Record<string, string>, string]>([
    [{ REGISTER_PROVIDER: 'nzta' }, 'REGISTER_PROVIDER must be sample, carjam or off, not "nzta".'],
    [
      { REGISTER_PROVIDER: 'sample', DEMO: 'off' },
      'REGISTER_PROVIDER=sample works in demo mode only.',
    ],
    [{ REGISTER_PROVIDER: 'carjam' }, 'REGISTER_KEY is missing'],
    [{ VALUATION_URL: 'https://values.example' }, 'VALUATION_KEY is missing'],
    [{ VALUATION_KEY: 'k' }, 'VALUATION_URL is missing'],
    [
      { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_x' },
      'STRIPE_PUBLISHABLE_KEY must begin with pk_test_, because STRIPE_SECRET_KEY is a test key',
    ],
    [
      { ...stripe, STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
      'STRIPE_PUBLISHABLE_KEY must begin with pk_live_, because STRIPE_SECRET_KEY is a live key',
    ],
    [{ ADDRESS_PROVIDER: 'addressfinder' }, 'ADDRESS_KEY is missing'],
    [{ ...nzpost, ADDRESS_SECRET: ' ' }, 'ADDRESS_SECRET is missing'],
    [{ ...turnstile, CAPTCHA_SITE_KEY: '' }, 'CAPTCHA_SITE_KEY is missing'],
    [{ ...turnstile, CAPTCHA_SECRET: '' }, 'CAPTCHA_SECRET is missing'],
  ])('%j stops the start', (env, message) => {
    expect(() => readSettings(env)).toThrow(SettingError)
    expect(() => readSettings(env)).toThrow(message)
  })

  test.each([
    ['https://test.carjam.co.nz/', 'https://test.carjam.co.nz'],
    ['https://proxy.example/carjam/', 'https://proxy.example/carjam'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost', 'http://localhost'],
    ['http://[::1]:9', 'http://[::1]:9'],
  ])('can be reached at %s', (url, read) => {
    expect(readSettings({ ...carjam, REGISTER_URL: url }).register).toMatchObject({ url: read })
  })

  test.each([
    'http://www.carjam.co.nz',
    'http://127.0.0.1.example',
    'ftp://www.carjam.co.nz',
    'www.carjam.co.nz',
    'https://user:password@www.carjam.co.nz',
    'https://www.carjam.co.nz/?key=x',
    'https://www.carjam.co.nz/#x',
  ])('send no key to %s', (url) => {
    expect(() => readSettings({ ...carjam, REGISTER_URL: url })).toThrow(
      'REGISTER_URL must be an https address without a query.',
    )
  })
})

describe('the chat', () => {
  test('is our own message form unless a vendor and an account are set', () => {
    expect(readSettings({}).chat).toBeNull()
    expect(readSettings({ CHAT_PROVIDER: 'messages', CHAT_ID: 'x' }).chat).toBeNull()
    expect(readSettings({ CHAT_PROVIDER: 'crisp', CHAT_ID: 'a1b2-c3' }).chat).toEqual({
      provider: 'crisp',
      id: 'a1b2-c3',
      url: '',
    })
    expect(readSettings({ CHAT_PROVIDER: 'freshchat', CHAT_ID: 'a1b2-c3' }).chat?.url).toBe(
      'https://wchat.freshchat.com',
    )
    const region = { CHAT_URL: 'https://api-iam.au.intercom.io/' }
    expect(readSettings({ CHAT_PROVIDER: 'intercom', CHAT_ID: 'ab12', ...region })).toMatchObject({
      isDemo: false,
      chat: { provider: 'intercom', id: 'ab12', url: 'https://api-iam.au.intercom.io' },
    })
  })

  test.each([
    [{ CHAT_PROVIDER: 'tawk' }, 'CHAT_PROVIDER'],
    [{ CHAT_PROVIDER: 'crisp' }, 'CHAT_ID'],
    [{ CHAT_PROVIDER: 'crisp', CHAT_ID: "x'; script-src *" }, 'CHAT_ID'],
    [{ CHAT_PROVIDER: 'freshchat', CHAT_ID: 'a1b2', CHAT_URL: 'http://chat.example' }, 'CHAT_URL'],
  ])('%j is refused by name', (env, name) => {
    expect(() => readSettings(env)).toThrow(SettingError)
    expect(() => readSettings(env)).toThrow(name)
  })
})

describe('the lender', () => {
  const lender = {
    LENDER_URL: 'https://lender.example/v1/',
    LENDER_KEY: 'k',
    LENDER_WEBHOOK_SECRET: 'x'.repeat(32),
  }

  test('ends the demo if it is real', () => {
    expect(readSettings({}).lender).toBeNull()
    expect(readSettings(lender)).toMatchObject({
      isDemo: false,
      lender: { url: 'https://lender.example/v1', key: 'k', hasSoftCheck: false },
    })
    expect(readSettings({ ...lender, LENDER_SOFT_CHECK: 'on' })).toMatchObject({
      lender: { hasSoftCheck: true },
    })
  })

  test.each([
    [{ LENDER_URL: 'http://lender.example' }, 'LENDER_URL must be an https address'],
    [{ LENDER_URL: '' }, 'LENDER_URL is missing'],
    [{ LENDER_URL: '', LENDER_KEY: '' }, 'LENDER_URL is missing'],
    [{ LENDER_URL: '', LENDER_WEBHOOK_SECRET: '' }, 'LENDER_URL is missing'],
    [{ LENDER_KEY: '' }, 'LENDER_KEY is missing'],
    [{ LENDER_WEBHOOK_SECRET: 'short' }, 'LENDER_WEBHOOK_SECRET must have at least 32'],
  ])('is refused with %j', (env, message) => {
    expect(() => readSettings({ ...lender, ...env })).toThrow(message)
  })
})
