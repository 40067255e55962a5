import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'
import { SettingError } from './environment.ts'

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

describe('the public address', () => {
  test.each(['http://cars.example', 'http://10.0.0.2:4321', 'http://localhost.example'])(
    '%s is refused by name, since others can read what is sent',
    (SITE_URL) => {
      expect(() => readSettings({ DEMO: 'off', SITE_URL })).toThrow(
        /^SITE_URL must begin with https:/,
      )
      expect(() => readSettings({ DEMO: 'off', SITE_URL })).toThrow(SettingError)
    },
  )

  test('may be plain on this machine, and in a demo, which has no one’s data', () => {
    expect(readSettings({ DEMO: 'off', SITE_URL: 'http://localhost:4321' }).isDemo).toBe(false)
    expect(readSettings({ DEMO: 'on', SITE_URL: 'http://10.0.0.2:4321' }).isDemo).toBe(true)
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
      new SettingError('SECRET_KEY and SECRET_KEY_FILE are both set. Set only one of them.'),
    )
    expect(refused({ PORT_FILE: fileOf('none') })).toThrow('PORT must be a whole number')
  })
})

test.each(['0'.repeat(32), 'abcdefg'.repeat(5)])('SECRET_KEY %s is refused as a guess', (key) => {
  expect(() => readSettings({ SECRET_KEY: key })).toThrow('SECRET_KEY repeats a few characters')
})

describe('encryption to another machine is an explicit choice', () => {
  const secret = {
    SECRET_KEY: 'a key of thirty-two characters or more',
    MAIL_FROM: 'a@cars.example',
  }
  const read = (env: Record<string, string>) => () => readSettings({ ...secret, ...env })

  test.each<Record<string, string>>([
    { DATABASE_URL: 'postgres://shop:x@10.0.0.2/shop?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://shop:x@10.0.0.2:5432,10.0.0.3:5433/shop?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://shop@127.0.0.1:5432,127.0.0.1:5433/shop' },
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
      'postgres://127.0.0.1,10.0.0.2/shop',
      'sslmode=verify-full',
      'sslmode=disable',
    ],
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
        `${name} goes to another machine. Add ?${encrypted} to the end, or ?${plain} if the network in between is private.`,
      ),
    )
  })

  test('an invalid address stops the start', () => {
    expect(read({ DATABASE_URL: 'postgres://shop@/shop' })).toThrow(
      new SettingError('DATABASE_URL cannot be read as an address.'),
    )
  })
})
