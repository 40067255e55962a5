import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { holdBuild, servedFile } from '#server/site/served-builds.ts'

// The commands, run in a folder with builds of a few bytes.

const EARLIER = '20260101T000000Z'
const LATER = '20260102T000000Z'

let folder: string
const distOf = (name: string) => (name === 'dist' ? name : join('builds', name, 'dist'))

/** @param note What the build says of itself, in `build.json`. */
function addBuild(name: string, note: object) {
  const files = {
    'main.mjs': `console.log('serves ${name}')`,
    'build.json': JSON.stringify({
      brand: 'Kowhai',
      site: 'http://localhost:4321',
      base: '/',
      ...note,
    }),
    'server/entry.mjs': '',
    'client/index.html': '',
  }
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, distOf(name), file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

function run(script: string, args: string[] = []) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [resolve(script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, BRAND_DIR: join(folder, 'no-brand') },
  })
  return { stdout, stderr, status }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'published-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'builds'))
  goLive(LATER)
})

const live = () => join(folder, 'builds/live')
const goLive = (name: string) => {
  rmSync(live(), { force: true })
  symlinkSync(join(name, 'dist'), live())
}
const drop = () => {
  const builds = JSON.stringify(resolve('scripts/publish/builds.ts'))
  const program = `import { dropOld } from ${builds}; dropOld()`
  spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })
  return readdirSync(join(folder, 'builds'))
    .filter((name) => name !== 'live')
    .sort()
}

test('a start serves the build that is live, whatever the brand has become, and says so', () => {
  addBuild(EARLIER, {})
  addBuild(LATER, {})
  expect(run('scripts/publish.ts', ['--back'])).toMatchObject({ status: 0 })
  const { stdout, status } = run('scripts/start.ts')
  expect(status).toBe(0)
  expect(stdout).toContain(`serves ${EARLIER}`)
  expect(stdout).toContain('npm run publish')
  expect(readlinkSync(live())).toBe(join(EARLIER, 'dist'))
})

test('going back passes over a build that was taken back', () => {
  const [first, mistaken, corrected] = ['20251230T000000Z', EARLIER, LATER]
  addBuild(first, {})
  addBuild(mistaken, {})
  goLive(mistaken)
  const goBack = () => run('scripts/publish.ts', ['--back'])
  expect(goBack().status).toBe(0)
  expect(readlinkSync(live())).toBe(join(first, 'dist'))

  addBuild(corrected, {})
  goLive(corrected)
  expect(goBack().stdout).toContain(`Build ${first} is live again.`)
  expect(readlinkSync(live())).toBe(join(first, 'dist'))
  expect(goBack()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no build to go back to'),
  })
})

test('the build to go back to stays, however many after it were taken back', () => {
  const names = ['20251228T000000Z', '20251229T000000Z', '20251230T000000Z', EARLIER, LATER]
  for (const name of names) addBuild(name, {})
  for (const name of names.slice(1, -1))
    writeFileSync(join(folder, 'builds', name, 'taken-back'), '')
  expect(drop()).toEqual(names)

  rmSync(join(folder, 'builds', EARLIER, 'taken-back'))
  expect(drop()).toEqual(names.slice(1))
})

test('a build that a process serves stays, however many were published since, also where the process may only read', () => {
  const names = ['20251227T000000Z', '20251228T000000Z', '20251229T000000Z', '20251230T000000Z']
  for (const name of [...names, EARLIER, LATER]) addBuild(name, {})
  const [ended, serves] = names.map((name) => join(folder, 'builds', name))
  for (const build of [ended!, serves!]) writeFileSync(servedFile(build), '')
  chmodSync(servedFile(serves!), 0o444)
  chmodSync(serves!, 0o555)
  holdBuild(join(serves!, 'dist'))
  chmodSync(serves!, 0o755)
  chmodSync(servedFile(serves!), 0o644)
  expect(drop()).toEqual([...names.slice(1), EARLIER, LATER])
})

test('what was published runs in place of the build of "npm run build", which stays, and is one to go back to', () => {
  addBuild('dist', {})
  const time = new Date('2026-01-01T12:00:00Z')
  utimesSync(join(folder, 'dist/build.json'), time, time)
  addBuild(EARLIER, {})
  addBuild(LATER, {})
  expect(run('scripts/start.ts').stdout).toContain(`serves ${LATER}`)
  expect(run('scripts/publish.ts', ['--back']).stdout).toContain('Build dist is live again.')
  expect(existsSync(live())).toBe(false)
  expect(existsSync(join(folder, 'dist/main.mjs'))).toBe(true)
})

test.each([
  [
    'another address',
    { site: 'https://shop.example' },
    'The build is of Kowhai for http://localhost:4321/, but the live pages are of Kowhai for https://shop.example/.',
  ],
  [
    'another path',
    { base: '/shop' },
    'the live pages are of Kowhai for http://localhost:4321/shop.',
  ],
  [
    'another brand',
    { brand: 'Rimu' },
    'the live pages are of Rimu for http://localhost:4321/. Set BRAND_DIR and SITE_URL',
  ],
])('no build goes live in place of one for %s', (_, note, message) => {
  addBuild(EARLIER, {})
  addBuild(LATER, note)
  const { stderr, status } = run('scripts/publish.ts', ['--back'])
  expect(status).toBe(1)
  expect(stderr).toContain(message)
  expect(readlinkSync(live())).toBe(join(LATER, 'dist'))
})

test('where what is live cannot be read, nothing else is served in its place or published over it', () => {
  addBuild('dist', {})
  rmSync(live())
  symlinkSync('live', live())
  const start = run('scripts/start.ts')
  expect(start.status).toBe(1)
  expect(start.stderr).toContain('builds/live cannot be read (ELOOP).')
  expect(start.stdout).not.toContain('serves')
  expect(run('scripts/publish.ts', ['--back']).stderr).toMatch(
    /^builds\/live cannot be read.* Nothing has changed\.\n$/,
  )
})

test('a publish that cannot write its folder says so', () => {
  rmSync(join(folder, 'builds'), { recursive: true })
  writeFileSync(join(folder, 'builds'), '')
  expect(run('scripts/publish.ts')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /builds cannot be written \(EEXIST\)\..* Nothing has changed\.\n$/,
    ),
  })
})
