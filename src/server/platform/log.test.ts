import { expect, test } from 'vitest'
import { openLog } from './log.ts'

const logged = (fields: object): string => {
  let text = ''
  const log = openLog('debug', { write: (line) => void (text += line) })
  log.error(fields, 'what happened')
  return text
}

test('an error is logged with its name, code, message and stack', () => {
  const fault = Object.assign(new TypeError('is no function'), { code: 'E_SOME' })
  const { err, msg } = JSON.parse(logged({ err: fault })) as {
    err: Record<string, string>
    msg: string
  }
  expect(msg).toBe('what happened')
  expect(err).toMatchObject({ type: 'TypeError', code: 'E_SOME', message: 'is no function' })
  expect(err.stack).toContain('log.test.ts')
})

const CANARIES = ['mia.canary@post.example', '021 555 0123', '+64215550123', 'a1_canary.1.xyz']

test.each([
  [
    'what a database says of a row',
    Object.assign(new Error('duplicate key'), { detail: `Key (email)=(${CANARIES[0]}) exists` }),
  ],
  [
    'whom a mail server does not know',
    Object.assign(new Error(`550 5.1.1 <${CANARIES[0]}>: unknown`), { rejected: [CANARIES[0]] }),
  ],
  ['a number', new Error(`invalid input: "${CANARIES[1]}", "${CANARIES[2]}"`)],
  ['a token', new Error(`GET /x?t=${CANARIES[3]} failed`)],
  ['a cause', new Error('outer', { cause: new Error(`no ${CANARIES[0]}`) })],
  ['no Error at all', `thrown ${CANARIES[0]}`],
])('%s is not logged', (_, fault) => {
  const text = logged({ err: fault, reason: String(fault) })
  expect(CANARIES.filter((canary) => text.includes(canary))).toEqual([])
})

test('a text with line ends makes one log entry', () => {
  const forged = 'failed\n{"level":30,"event":"sign_in","actor":"customer:1"}\r\nx'
  const lines = logged({ err: new Error(forged), reason: forged, route: forged }).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toBe('')
  const { event, time } = JSON.parse(lines[0]!) as { event?: string; time: number }
  expect(event).toBeUndefined()
  // Milliseconds since 1970, the same in every time zone.
  expect(Math.abs(Date.now() - time)).toBeLessThan(60_000)
})

test('a long text is redacted quickly', () => {
  const startedMs = performance.now()
  logged({ err: new Error('x'.repeat(1_000_000)), reason: '1'.repeat(1_000_000) })
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})

test('names of migrations and backups are kept', () => {
  const names = '2026-12-12-second-factor forecourt-20261123T1345Z.backup'
  expect(logged({ err: new Error(names) })).toContain(names)
  expect(logged({ err: new Error('1990-12-12 20267777 2026-12-12 021 555 0123') })).not.toMatch(
    /1990|7777|0123/,
  )
})
