import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

const PROGRAM = fileURLToPath(new URL('processes.fixture.ts', import.meta.url))
const WITHIN = { timeout: 20_000 }

function run(how: string, file = '') {
  const child = spawn(process.execPath, [PROGRAM, how, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ran = { child, said: '' }
  child.stdout.on('data', (text: Buffer) => (ran.said += text.toString()))
  return ran
}
const failures = (said: string) => said.match(/"level":50/g)?.length ?? 0

test('processes that exit as soon as they are ready end the whole program', async () => {
  const { child } = run('fall when ready')
  expect(await once(child, 'exit')).toEqual([1, null])
}, 30_000)

test('a process that cannot start is retried while another one serves', async () => {
  const ran = run('second never starts')
  await vi.waitFor(() => expect(failures(ran.said)).toBeGreaterThan(7), WITHIN)
  expect(ran.child.exitCode).toBe(null)
  ran.child.kill('SIGTERM')
  expect(await once(ran.child, 'exit')).toEqual([0, null])
}, 30_000)

test('when the first process is killed before it is ready, its replacement opens the storefront', async () => {
  const ran = run('killed at first')
  await vi.waitFor(() => expect(ran.said.match(/opens|joins/g)).toHaveLength(3), WITHIN)
  expect(ran.said.match(/opens|joins/g)).toEqual(['opens', 'opens', 'joins'])
}, 30_000)

test('processes that still take requests as they stop are left to end by themselves', async () => {
  const ran = run('drains')
  await vi.waitFor(() => expect(ran.said.match(/a process is ready/g)).toHaveLength(2), WITHIN)
  ran.child.kill('SIGTERM')
  expect(await once(ran.child, 'exit')).toEqual([0, null])
}, 30_000)

/** Publishes a program under other names. */
function publishing() {
  const folder = mkdtempSync(join(tmpdir(), 'builds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'published')
  const publish = (name: string) => {
    symlinkSync(PROGRAM, join(folder, name))
    // In one step: a file that is still empty names no program.
    writeFileSync(`${file}.next`, join(folder, name))
    renameSync(`${file}.next`, file)
  }
  return { file, publish }
}

test('a build that could not start is tried again, as the reason may have passed', async () => {
  const { file, publish } = publishing()
  const ran = run('published early', file)
  const shows = (text: string) => vi.waitFor(() => expect(ran.said).toContain(text), WITHIN)
  await shows('1 runs processes.fixture.ts')
  publish('second.ts')
  await shows('a build cannot start: the previous one keeps running')
  writeFileSync(`${file}.there`, '')
  await vi.waitFor(() => expect(ran.said.match(/has taken over/g)).toHaveLength(2), WITHIN)
}, 60_000)

test('what was published but cannot be read is taken once it can be', async () => {
  const { file, publish } = publishing()
  const ran = run('published', file)
  const shows = (text: string) => vi.waitFor(() => expect(ran.said).toContain(text), WITHIN)
  await shows('1 runs processes.fixture.ts')
  mkdirSync(file)
  await shows('what was published cannot be read')
  rmSync(file, { recursive: true })
  publish('second.ts')
  await shows('1 runs second.ts')
  expect(ran.said.match(/what was published cannot be read/g)).toHaveLength(1)
}, 60_000)

test('a process that could not even be created is started once that is possible', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ran = run('in a folder', folder)
  const pids = () => [...ran.said.matchAll(/runs \S+ as (\d+)/g)].map(([, pid]) => Number(pid))
  await vi.waitFor(() => expect(pids()).toHaveLength(2), WITHIN)
  rmSync(folder, { recursive: true })
  process.kill(pids()[1]!, 'SIGKILL')
  await vi.waitFor(() => expect(failures(ran.said)).toBeGreaterThan(2), WITHIN)
  mkdirSync(folder)
  await vi.waitFor(() => expect(pids()).toHaveLength(3), WITHIN)
}, 30_000)

test('another build is taken one process after the other, and one that cannot start is not', async () => {
  const { file, publish } = publishing()
  const ran = run('published', file)
  const shows = (text: string) => vi.waitFor(() => expect(ran.said).toContain(text), WITHIN)
  const refusals = () => ran.said.match(/a build cannot start/g)?.length ?? 0
  const takings = () => ran.said.match(/has taken over/g)?.length ?? 0
  await shows('1 runs processes.fixture.ts')

  publish('broken.ts')
  await shows('a build cannot start: the previous one keeps running')
  expect(ran.said.match(/runs broken/g)).toHaveLength(1)
  expect(takings()).toBe(0)

  publish('hangs.ts')
  await shows('a process is not ready in time and is ended')
  publish('hangs-too.ts')
  await shows('runs hangs-too')
  expect(takings()).toBe(0)

  // The one that hangs is ended for it at once.
  publish('falls.ts')
  await vi.waitFor(() => expect(refusals()).toBe(4), WITHIN)
  expect(ran.said.match(/runs falls/g)).toHaveLength(1)
  expect(takings()).toBe(0)

  publish('second.ts')
  await shows('0 runs second.ts')
  await shows('1 runs second.ts')
  await vi.waitFor(() => expect(takings()).toBe(2), WITHIN)
  expect(ran.said).not.toContain('is replaced')

  // One that is killed is no reason to keep its place on the build before.
  publish('third.ts')
  const pidOf = () => /1 runs third.ts as (\d+)/.exec(ran.said)?.[1]
  await vi.waitFor(() => expect(pidOf()).toBeDefined(), WITHIN)
  process.kill(Number(pidOf()), 'SIGKILL')
  await vi.waitFor(() => expect(takings()).toBe(4), WITHIN)
  expect(ran.said.match(/1 runs third/g)).toHaveLength(2)

  ran.child.kill('SIGTERM')
  expect(await once(ran.child, 'exit')).toEqual([0, null])
}, 60_000)
