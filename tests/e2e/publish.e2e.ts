import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { catalogueVersion } from '#content/catalogue.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { Storefront } from './server.ts'

const EARLIER = '0123456789ab'
const ONLY_IN_LATER = '/_astro/only-in-the-later-one.js'

let folder: string
let storefront: Storefront
let metricsPort: number

/** Two published builds, of which the later one is live: the earlier one has another price list. */
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'published-'))
  for (const name of ['20260101T000000Z', '20260102T000000Z']) {
    mkdirSync(join(folder, 'builds', name), { recursive: true })
    cpSync(realpathSync('dist'), join(folder, 'builds', name, 'dist'), { recursive: true })
  }
  // Left by a publish that was interrupted.
  mkdirSync(join(folder, 'builds/20260101T120000Z'))
  const earlier = join(folder, 'builds/20260101T000000Z/dist')
  for (const file of globSync(['*.mjs', 'main/*.mjs'], { cwd: earlier })) {
    const text = readFileSync(join(earlier, file), 'utf8')
    writeFileSync(join(earlier, file), text.replaceAll(catalogueVersion, EARLIER))
  }
  writeFileSync(join(folder, 'builds/20260102T000000Z/dist/client', ONLY_IN_LATER), '// later')
  symlinkSync('builds/20260102T000000Z/dist', join(folder, 'dist'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  metricsPort = await freePort()
  storefront = await Storefront.start(
    { WEB_CONCURRENCY: '2', DRAIN_MS: '200', METRICS_PORT: String(metricsPort) },
    folder,
  )
})

test.afterEach(async () => {
  await storefront.stop()
  rmSync(folder, { recursive: true })
})

const publish = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [resolve('scripts/publish.ts'), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
  })

/** Asks on a connection of its own, so that either process may answer. */
async function priceList(): Promise<string> {
  const answer = await fetch(`${storefront.url}/api/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ kdcd: 'TN27H-A', colourCode: 'BLD', payOption: 'CASH' }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { catalogueVersion: string }).catalogueVersion
}
const priceLists = async () => new Set(await Promise.all(Array.from({ length: 6 }, priceList)))

test('a published build is taken without a failed request, open pages go on, and a failed one changes nothing', async () => {
  expect(await priceLists()).toEqual(new Set([catalogueVersion]))

  const failed = await publish([], { BRAND_DIR: '/no/brand' }).catch((error: unknown) => error)
  expect((failed as { stderr: string }).stderr).toMatch(
    /there is no such folder; BRAND_DIR must name[^]*The check failed\. Nothing has changed\.\n$/,
  )
  expect(readlinkSync(join(folder, 'dist'))).toBe('builds/20260102T000000Z/dist')

  const { stdout } = await publish(['--back'])
  expect(stdout).toContain('Build 20260101T000000Z is live again.')
  // Each of these requests has to succeed.
  await expect.poll(priceLists, { timeout: 40_000, intervals: [100] }).toEqual(new Set([EARLIER]))
  for (const port of [metricsPort, metricsPort + 1])
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null))?.status)
      .toBe(200)
  const part = await fetch(storefront.url + ONLY_IN_LATER)
  expect([part.status, await part.text()]).toEqual([200, '// later'])

  const further = await publish(['--back']).catch((error: unknown) => error)
  expect((further as { stderr: string }).stderr).toBe(
    'There is no build to go back to. Nothing has changed.\n',
  )
})
