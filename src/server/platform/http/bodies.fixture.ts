import { Readable } from 'node:stream'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import type { ApiProblem } from './api-problem.ts'
import { ArrivingBody } from './bodies.ts'
import { lineOfVisitor } from './heavy-calls.ts'

// Bodies that arrive as a test pushes them, by a clock of its own.

export const MB = 1024 * 1024

export function setUpClock() {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
}

export const process = (env: Record<string, string> = {}) =>
  ({ settings: readSettings({ DATABASE_URL: 'file::memory:', DEMO: 'on', ...env }) }) as Deps

/** An arriving body and the result of reading it. */
export function arrive(
  deps: Deps,
  ip = '203.0.113.1',
  maxBytes = 10 * MB,
  isFile = true,
  customerId: number | null = null,
) {
  const source = new Readable({ read() {} })
  const body = new ArrivingBody(deps, lineOfVisitor(ip), isFile, customerId)
  const one = { source, body, state: 'waits' as unknown }
  body.read(source, maxBytes).then(
    (bytes) => (one.state = bytes.length),
    ({ status, extra }: ApiProblem) => (one.state = [status, extra.retryAfterS]),
  )
  return one
}
export const settle = () => vi.advanceTimersByTimeAsync(0)
export const push = async ({ source }: { source: Readable }, bytes: number) => {
  source.push(Buffer.alloc(bytes))
  await settle()
}
