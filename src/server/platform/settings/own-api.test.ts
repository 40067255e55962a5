import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

describe('an API of the brand’s own', () => {
  const own = { API_URL: 'https://api.kowhai.example/v1/', API_CLIENT: 'pages:a:b' }

  test('needs no database and no secret, and is no demo', () => {
    expect(readSettings({ ...own, DATABASE_URL: 'postgres://db/shop' })).toMatchObject({
      ownApi: {
        url: 'https://api.kowhai.example/v1',
        client: { id: 'pages', secret: 'a:b' },
        hasBankPayments: false,
        timeoutMs: 295_000,
      },
      databaseFile: null,
      isDemo: false,
      captcha: { provider: 'none' },
    })
    expect(readSettings({}).ownApi).toBeNull()
  })

  test.each([
    ['API_URL', { API_URL: 'api.kowhai.example' }],
    ['API_URL', { API_URL: 'http://api.kowhai.example' }],
    ['API_URL', { API_URL: 'https://api.kowhai.example/?key=1' }],
    ['API_URL', { API_URL: 'https://a:b@api.kowhai.example' }],
    ['API_CLIENT', { API_CLIENT: '' }],
    ['API_CLIENT', { API_CLIENT: 'pages' }],
    ['API_TIMEOUT_MS', { API_TIMEOUT_MS: '5' }],
    ['API_BANK_PAYMENTS', { API_BANK_PAYMENTS: 'maybe' }],
    ['DEMO', { DEMO: 'on' }],
    ['CAPTCHA_PROVIDER', { CAPTCHA_PROVIDER: 'altcha' }],
    ['CAPTCHA_SITE_KEY', { CAPTCHA_PROVIDER: 'turnstile' }],
  ])('%s is refused with its name: %j', (name, env) => {
    expect(() => readSettings({ ...own, ...env })).toThrow(new RegExp(`^${name}\\b`))
  })
})
