import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'
import { SettingError } from './environment.ts'

const carjam = { REGISTER_PROVIDER: 'carjam', REGISTER_KEY: 'k' }
const nzpost = { ADDRESS_PROVIDER: 'nzpost', ADDRESS_KEY: 'id', ADDRESS_SECRET: 's' }
const turnstile = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 's' }

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
      'REGISTER_PROVIDER can be sample in demo mode only.',
    ],
    [{ REGISTER_PROVIDER: 'carjam' }, 'REGISTER_KEY is missing'],
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

describe('the data keys', () => {
  const secret = 'thirty-two characters and more of it'

  test('are the one derived from SECRET_KEY, or the listed ones in order', () => {
    expect(readSettings({}).dataKeys).toEqual(['SECRET_KEY'])
    const several = readSettings({ DATA_KEYS: `${secret}, SECRET_KEY` })
    expect(several.dataKeys).toEqual([secret, 'SECRET_KEY'])
  })

  test.each(['too short', `${secret},`, `${secret},${secret}`, 'SECRET_KEY,SECRET_KEY'])(
    '%j is refused by name',
    (DATA_KEYS) => {
      expect(() => readSettings({ DATA_KEYS })).toThrow(/^DATA_KEYS /)
      expect(() => readSettings({ DATA_KEYS })).toThrow(SettingError)
    },
  )
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
      lender: { url: 'https://lender.example/v1', key: 'k' },
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

describe('the metrics ports', () => {
  const two = { PORT: '4321', WEB_CONCURRENCY: '2' }

  test.each([
    [{ ...two, METRICS_PORT: '4320' }, 'METRICS_PORT 4320 to 4321, a port for each process'],
    [{ ...two, METRICS_PORT: '4321' }, 'METRICS_PORT 4321 to 4322'],
    [{ PORT: '4321', METRICS_PORT: '4321' }, 'METRICS_PORT must not be PORT, 4321.'],
    [{ ...two, METRICS_PORT: '65535' }, 'METRICS_PORT must be at most 65534 with 2 processes'],
  ])('%j is refused by name', (env, message) => {
    expect(() => readSettings(env)).toThrow(SettingError)
    expect(() => readSettings(env)).toThrow(message)
  })

  test.each(['4319', '4322', '65534'])('%s is free for two processes', (METRICS_PORT) => {
    expect(readSettings({ ...two, METRICS_PORT }).metrics?.port).toBe(Number(METRICS_PORT))
  })
})

describe('a setting from a file', () => {
  const fileOf = (content: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'secret')
    writeFileSync(file, content)
    return file
  }
  const key = 'a key of thirty-two characters or more'

  test('is the content of the file without its line end', () => {
    expect(readSettings({ SECRET_KEY_FILE: fileOf(`${key}\n`) }).secretKey).toBe(key)
    expect(readSettings({ PORT_FILE: fileOf('8080') }).port).toBe(8080)
  })

  test('stops the start if the file is missing, empty, or set beside the setting itself', () => {
    const refused = (env: Record<string, string>) => () => readSettings(env)
    expect(refused({ SECRET_KEY_FILE: '/no/where' })).toThrow(
      new SettingError('SECRET_KEY_FILE: the file /no/where cannot be read.'),
    )
    const empty = fileOf('\n')
    expect(refused({ SECRET_KEY_FILE: empty })).toThrow(
      new SettingError(`SECRET_KEY_FILE: the file ${empty} is empty.`),
    )
    expect(refused({ SECRET_KEY: key, SECRET_KEY_FILE: fileOf(key) })).toThrow(
      new SettingError('SECRET_KEY and SECRET_KEY_FILE are both set: one of them is enough.'),
    )
    expect(refused({ PORT_FILE: fileOf('none') })).toThrow('PORT must be a whole number')
  })
})

describe('encryption to another machine is an explicit choice', () => {
  const secret = {
    SECRET_KEY: 'a key of thirty-two characters or more',
    MAIL_FROM: 'a@cars.example',
  }
  const read = (env: Record<string, string>) => () => readSettings({ ...secret, ...env })

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://shop:x@10.0.0.2/shop?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://shop:x@database/shop?sslmode=disable' },
    { DATABASE_URL: 'postgres://shop@127.0.0.1:5432/shop' },
    { DATABASE_URL: 'postgres://shop@%2Frun%2Fpostgresql/shop' },
    { SMTP_URL: 'smtps://shop:x@mail.example' },
    { SMTP_URL: 'smtp://shop:x@mail.example:587?requireTLS=true' },
    { SMTP_URL: 'smtp://relay:25?ignoreTLS=true' },
    { SMTP_URL: 'smtp://localhost:25' },
    { DATABASE_URL: 'postgres://shop@LOCALHOST/shop' },
    { DATABASE_URL: 'postgres:///shop?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://shop:x@db/shop?sslmode=verify%2Dfull&application_name=shop' },
  ])('is accepted: %j', (env) => {
    expect(read(env)).not.toThrow()
  })

  test.each([
    ['DATABASE_URL', 'postgres://shop:x@10.0.0.2/shop', 'sslmode=verify-full', 'sslmode=disable'],
    [
      'DATABASE_URL',
      'postgresql://db/shop?sslmode=require',
      'sslmode=verify-full',
      'sslmode=disable',
    ],
    ['DATABASE_URL', 'postgres:///shop?host=db.example', 'sslmode=verify-full', 'sslmode=disable'],
    [
      'DATABASE_URL',
      'postgres://x@localhost/shop?host=db',
      'sslmode=verify-full',
      'sslmode=disable',
    ],
    [
      'DATABASE_URL',
      'postgres://db/shop?sslmode=verify-full&sslmode=disable',
      'sslmode=verify-full',
      'sslmode=disable',
    ],
    [
      'DATABASE_URL',
      'postgres://db/shop?sslmode=verify-full&ssl=no-verify',
      'sslmode=verify-full',
      'sslmode=disable',
    ],
    ['SMTP_URL', 'smtp://shop:x@mail.example:587', 'requireTLS=true', 'ignoreTLS=true'],
    [
      'SMTP_URL',
      'smtps://mail.example?tls.rejectUnauthorized=false',
      'requireTLS=true',
      'ignoreTLS=true',
    ],
    [
      'SMTP_URL',
      'smtp://mail.example?requireTLS=true&ignoreTLS=true',
      'requireTLS=true',
      'ignoreTLS=true',
    ],
  ])('stops the start without it: %s=%s', (name, value, encrypted, plain) => {
    expect(read({ [name]: value })).toThrow(
      new SettingError(
        `${name} goes to another machine: end it with ?${encrypted}, or with ?${plain} where the way there is yours alone.`,
      ),
    )
  })

  test('an invalid address stops the start', () => {
    expect(read({ DATABASE_URL: 'postgres://shop@/shop' })).toThrow(
      new SettingError('DATABASE_URL cannot be read as an address.'),
    )
  })
})

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
