import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { WEB_CLIENT } from '#server/api-clients/oauth.ts'
import { SERVER, Storefront } from './server.ts'
import { freePort } from '#tests/setup/free-port.ts'

/** Starts the process and waits for its end: what it said, and its exit code. */
async function startAndFail(
  env: Record<string, string>,
  { unprivileged = false } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The administrator may write anywhere, so the test must not be one.
    ...(unprivileged && process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  clearTimeout(timer)
  return { code, said: said.trim() }
}

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'start-'))
  chmodSync(path, 0o755)
  return path
}

/** One sentence, no stack. */
const isOneSentence = (said: string) => {
  expect(said.split('\n')).toHaveLength(1)
  expect(said).not.toMatch(/\n\s+at /)
  expect(said).toMatch(/\.$/)
}

for (const [env, name] of [
  [{ PORT: 'eighty' }, 'PORT'],
  [{ SITE_URL: 'cars.example' }, 'SITE_URL'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_URL: 'postgres://localhost/x' }, 'SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ LIMIT_QUOTES_PER_MINUTE: '-1' }, 'LIMIT_QUOTES_PER_MINUTE'],
  [{ FEATURE_RESERVATIONS: 'maybe' }, 'FEATURE_RESERVATIONS'],
  [{ WEB_CONCURRENCY: 'all' }, 'WEB_CONCURRENCY'],
] as const)
  test(`a bad ${name} stops the start with its name`, async () => {
    const { code, said } = await startAndFail({
      DATABASE_URL: `file:${join(folder(), 'storefront.db')}`,
      ...env,
    })
    expect(code).toBe(1)
    expect(said).toContain(name)
    isOneSentence(said)
  })

test('another base path than the build’s stops the start', async () => {
  const { code, said } = await startAndFail({
    SITE_URL: 'https://cars.example/shop',
    DATABASE_URL: `file:${join(folder(), 'storefront.db')}`,
  })
  expect(code).toBe(1)
  expect(said).toContain('SITE_URL')
  isOneSentence(said)
})

for (const WEB_CONCURRENCY of ['1', '2'])
  test(`a taken port stops the start of ${WEB_CONCURRENCY}, which is said once`, async () => {
    const taken = createServer()
    const port = await freePort()
    await new Promise<void>((done) => taken.listen(port, '127.0.0.1', done))
    const { code, said } = await startAndFail({
      WEB_CONCURRENCY,
      PORT: String(port),
      DATABASE_URL: `file:${join(folder(), 'storefront.db')}`,
    })
    taken.close()
    expect(code).toBe(1)
    expect(said).toBe(`PORT ${port} is taken by another program: set PORT to a free one.`)
  })

test('a file that is not a database stops the start', async () => {
  const file = join(folder(), 'storefront.db')
  writeFileSync(file, 'This is a letter, not a database. '.repeat(500))
  const { code, said } = await startAndFail({ DATABASE_URL: `file:${file}` })
  expect(code).toBe(1)
  expect(said).toContain('is not a SQLite database')
  isOneSentence(said)
})

test('a folder that cannot be written stops the start', async () => {
  const parent = folder()
  const closed = join(parent, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o555)
  const { code, said } = await startAndFail(
    { DATABASE_URL: `file:${join(closed, 'storefront.db')}` },
    { unprivileged: true },
  )
  expect(code).toBe(1)
  expect(said).toContain('cannot be written')
  isOneSentence(said)
})

test('PostgreSQL that does not answer stops the start', async () => {
  const { code, said } = await startAndFail({
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/storefront`,
    SECRET_KEY: 'a key of a shop that only a test starts',
  })
  expect(code).toBe(1)
  expect(said).toContain('DATABASE_URL')
  isOneSentence(said)
})

test('a lost secret stops the start instead of being replaced', async () => {
  const file = join(folder(), 'storefront.db')
  const database = { DATABASE_URL: `file:${file}` }
  const storefront = await Storefront.start(database)
  await storefront.stop()
  rmSync(`${file}.secret`)

  const { code, said } = await startAndFail(database)

  expect(code).toBe(1)
  expect(said).toContain('SECRET_KEY is not the one this database was written with')
  isOneSentence(said)
})

test('a database of a demo stops the start of a shop until its sample people are removed', async () => {
  const demo = await Storefront.start()
  await demo.terminate()
  const env = { DATABASE_URL: `file:${join(demo.folder, 'storefront.db')}`, DEMO: 'off' }
  const signIn = async (url: string) => {
    const form = {
      grant_type: 'password',
      username: 'staff@demo.example',
      password: SAMPLE_PASSWORD,
    }
    const { id: client_id, secret: client_secret } = WEB_CLIENT
    const body = new URLSearchParams({ ...form, client_id, client_secret })
    return (await fetch(`${url}/api/auth/token`, { method: 'POST', body })).status
  }

  const { code, said } = await startAndFail(env)
  expect(code).toBe(1)
  expect(said).toContain('DEMO')
  expect(said).toContain('npm run admin -- remove-sample')
  isOneSentence(said)

  const removed = spawnSync(process.execPath, ['scripts/admin.ts', 'remove-sample'], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  })
  expect(removed.stdout).toContain(
    'Removed 38 customers with everything they did, and 4 sample staff.',
  )
  const shop = await Storefront.start(env)
  expect(await signIn(shop.url)).toBe(400)
  await shop.stop()
  rmSync(demo.folder, { recursive: true })
})

test('the server that is built as one file serves pages, calls and papers', async () => {
  const storefront = await Storefront.start()
  const get = (path: string, headers = {}) => fetch(`${storefront.url}${path}`, { headers })
  try {
    expect((await get('/')).status).toBe(200)
    const quote = await fetch(`${storefront.url}/api/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kdcd: 'TN27H-A', colourCode: 'BLD', payOption: 'CASH' }),
    })
    expect(quote.status).toBe(200)
    const { quoteId } = (await quote.json()) as { quoteId: string }
    const cookie = quote.headers.get('set-cookie')!.split(';', 1)[0]!
    const paper = await get(`/api/quote/${quoteId}/document`, { cookie })
    // A PDF’s first bytes, in base64.
    expect(await paper.text()).toContain('"JVBERi')
  } finally {
    await storefront.stop()
  }
})
