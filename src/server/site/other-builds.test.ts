import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { buildsIn, requireVersions } from './other-builds.ts'
import { loadSiteFiles } from './site-files.ts'

/** A folder of versions, each with a script of its own and a page; `/shop` is served from one of them. */
async function versions(...names: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'versions-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const build = (version: string, name = basename(version)) => {
    const dist = join(folder, version, 'dist')
    const client = join(dist, 'client')
    for (const part of ['about', '_astro']) mkdirSync(join(client, part), { recursive: true })
    const script = `console.log('${name}')`
    writeFileSync(join(client, 'about', `${name}.txt`), name)
    writeFileSync(join(client, '_astro', `${name}.js`), script)
    writeFileSync(join(client, '_astro', `${name}.js.gz`), gzipSync(script))
    return dist
  }
  const [own] = names.map((name) => build(name))
  const files = loadSiteFiles(own!, {
    base: '/shop',
    siteUrl: 'https://cars.example/shop',
    others: [() => buildsIn(folder)],
  })
  const server = createServer((request, response) => {
    if (!files.answer(request, response, request.url!)) response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { folder, build, url, ask: (path: string) => fetch(`${url}/shop${path}`) }
}

test('a part of another version is served like our own', async () => {
  const { ask } = await versions('now', 'before')
  const [own, other] = await Promise.all([ask('/_astro/now.js'), ask('/_astro/before.js')])
  expect(await own.text()).toBe("console.log('now')")
  expect(await other.text()).toBe("console.log('before')")
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => !/^(date|etag|content-length)$/.test(name)))
  expect(other.status).toBe(200)
  expect(headersOf(other)).toEqual(headersOf(own))
  expect(other.headers.get('content-encoding')).toBe('gzip')
  expect(other.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('only addresses under the shop’s own path lead to parts', async () => {
  const { url } = await versions('now', 'before')
  for (const address of ['/shop/_astro/before.js', '/shop/_astro/now.js'])
    expect((await fetch(url + address)).status).toBe(200)
  for (const address of ['/abcd/_astro/before.js', '/abcd/_astro/now.js', '/_astro/before.js'])
    expect((await fetch(url + address)).status).toBe(404)
})

test('a photograph is served for good, and that of another version too', async () => {
  const { ask, folder } = await versions('now', 'before')
  const photograph = '/pictures/kea/spin/RDB/01-480-a1b2.avif'
  for (const [name, file] of [
    ['now', '/pictures/kea/side-480-a1b2.avif'],
    ['before', photograph],
  ] as const) {
    const path = join(folder, name, 'dist/client', file)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, name)
  }

  const answer = await ask(photograph)
  expect(await answer.text()).toBe('before')
  expect(answer.headers.get('content-type')).toBe('image/avif')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await ask('/pictures/kea/../../about/before.txt')).status).toBe(404)
})

test('only parts are served, not pages and not files outside a build', async () => {
  const { ask, folder } = await versions('now', 'before')
  writeFileSync(join(folder, 'secret.js'), '')
  for (const path of [
    '/about/before.txt',
    '/_astro/../about/before.txt',
    '/_astro/%2e%2e/about/before.txt',
    '/_astro/../../secret.js',
    '/_astro/nobody.js',
    '/_astro/before.js.gz',
    '/_astro/now.js.gz',
    '/_astro/',
  ])
    expect((await ask(path)).status, path).toBe(404)
})

test('a version added later is found, and one removed later causes no error', async () => {
  const { ask, build, folder } = await versions('now', 'before')
  expect((await ask('/_astro/next.js')).status).toBe(404)
  build('next')
  expect((await ask('/_astro/next.js')).status).toBe(200)
  rmSync(join(folder, 'before'), { recursive: true })
  expect((await ask('/_astro/before.js')).status).toBe(404)
  // An incomplete installation.
  mkdirSync(join(folder, 'broken', 'dist'), { recursive: true })
  expect((await ask('/_astro/before.js')).status).toBe(404)
  expect((await ask('/_astro/now.js')).status).toBe(200)
})

test('each build that another version has published is found, not just its live one', async () => {
  const { ask, build, folder } = await versions('now', 'before')
  build('before/builds/20260101T000000Z', 'monday')
  build('before/builds/20260102T000000Z', 'tuesday')
  symlinkSync('20260102T000000Z/dist', join(folder, 'before/builds/live'))
  for (const part of ['monday', 'tuesday'])
    expect((await ask(`/_astro/${part}.js`)).status, part).toBe(200)
})

test('a missing folder of versions stops the start with the name of the setting', () => {
  expect(() => requireVersions('/no/where')).toThrow(
    'VERSIONS_DIR: the folder /no/where cannot be read.',
  )
})
