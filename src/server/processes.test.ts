import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'

const PROGRAM = fileURLToPath(new URL('processes.fixture.ts', import.meta.url))
const WITHIN = { timeout: 20_000 }

function run(how: string) {
  const child = spawn(process.execPath, [PROGRAM, how], { stdio: ['ignore', 'pipe', 'inherit'] })
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
