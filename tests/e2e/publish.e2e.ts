import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { catalogueVersion } from '#content/catalogue.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { isServed, servedFile } from '#server/site/served-builds.ts'
import { Storefront } from './server.ts'

const EARLIER = '0123456789ab'
const NEXT = '20260102T000000Z'
const ONLY_IN_EARLIER = '/_astro/only-in-the-earlier-one.js'
const ONLY_IN_NEXT = '/_astro/only-in-the-next-one.js'

let folder: string
let storefront: Storefront
let metricsPort: number

/** The build of "npm run build", which runs, with another price list than the one to be published. */
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'published-'))
  const built = join(folder, 'dist')
  const next = join(folder, 'builds', NEXT, 'dist')
  for (const dist of [built, next]) {
    mkdirSync(join(dist, '..'), { recursive: true })
    cpSync(realpathSync('dist'), dist, { recursive: true })
  }
  writeFileSync(servedFile(join(folder, 'builds', NEXT)), '')
  // Left by a publish that was interrupted.
  mkdirSync(join(folder, 'builds/20260101T120000Z'))
  for (const file of globSync(['*.mjs', 'main/*.mjs'], { cwd: built })) {
    const text = readFileSync(join(built, file), 'utf8')
    writeFileSync(join(built, file), text.replaceAll(catalogueVersion, EARLIER))
  }
  const time = new Date('2026-01-01T00:00:00Z')
  utimesSync(join(built, 'build.json'), time, time)
  writeFileSync(join(built, 'client', ONLY_IN_EARLIER), '// earlier')
  writeFileSync(join(next, 'client', ONLY_IN_NEXT), '// next')
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

/** The last step of a publish. */
const goLive = () =>
  promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { swapTo } from '${resolve('scripts/publish/builds.ts')}'; swapTo('${NEXT}')`,
    ],
    { cwd: folder },
  )
const live = () => join(folder, 'builds/live')
const nextIsServed = () => isServed(join(folder, 'builds', NEXT))
const textOf = async (part: string) => (await fetch(storefront.url + part)).text()
/** Each of these requests has to succeed. */
const switchedTo = (version: string) =>
  expect.poll(priceLists, { timeout: 40_000, intervals: [100] }).toEqual(new Set([version]))

test('a published build is taken without a failed request, open pages go on, and a failed one changes nothing', async () => {
  expect(await priceLists()).toEqual(new Set([EARLIER]))

  const failed = await publish([], { BRAND_DIR: '/no/brand' }).catch((error: unknown) => error)
  expect((failed as { stderr: string }).stderr).toMatch(
    /there is no such folder; BRAND_DIR must name[^]*The check failed\. Nothing has changed\.\n$/,
  )
  expect(existsSync(live())).toBe(false)

  await goLive()
  // Pages that no process has read yet are still those of the build it runs.
  expect(await textOf(ONLY_IN_EARLIER)).toBe('// earlier')
  await switchedTo(catalogueVersion)
  expect([await textOf(ONLY_IN_EARLIER), await textOf(ONLY_IN_NEXT)]).toEqual([
    '// earlier',
    '// next',
  ])
  for (const port of [metricsPort, metricsPort + 1])
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null))?.status)
      .toBe(200)
  await expect.poll(nextIsServed, { timeout: 20_000 }).toBe(true)

  const { stdout } = await publish(['--back'])
  expect(stdout).toContain('Build dist is live again.')
  await switchedTo(EARLIER)
  await expect.poll(nextIsServed, { timeout: 40_000 }).toBe(false)
  expect(await textOf(ONLY_IN_NEXT)).toBe('// next')

  const further = await publish(['--back']).catch((error: unknown) => error)
  expect((further as { stderr: string }).stderr).toBe(
    'There is no build to go back to. Nothing has changed.\n',
  )
})

test('a start runs what was published, in place of the build that it is told to run', async () => {
  await storefront.stop()
  await goLive()
  await storefront.start()
  expect(await priceLists()).toEqual(new Set([catalogueVersion]))
})
