import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someBytes } from '#tests/setup/files.ts'
import { startFileCleaner, type FileCleaner } from './file-cleaner.ts'
import { READ_LIMITS } from './limits.ts'

const SENDER = { name: 'customer:1', site: '203.0.113.1' }
const log = pino({ level: 'silent' })
let folder: string
let cleaner: FileCleaner
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'file-cleaner-'))))
afterEach(() => {
  cleaner.stop()
  rmSync(folder, { recursive: true })
})

/** A process that does what the first byte of a file says. */
const OBEDIENT = `
process.send({ isReady: true })
process.on('disconnect', () => process.exit())
let size = 0, text = ''
const obey = () => {
  if (size === 0 || text.length < size) return
  const order = text
  size = 0
  text = ''
  if (order[0] === 'd') process.kill(process.pid, 'SIGKILL')
  if (order[0] === 'l') for (;;);
  if (order[0] === 'w') return
  process.stdout.write(order)
  process.send({ cleaned: { size: order.length }, memoryBytes: order[0] === 'm' ? 1e12 : 0 })
}
process.on('message', (file) => { size = file.size; obey() })
process.stdin.on('data', (chunk) => { text += chunk; obey() })`

function obedient(limits: Partial<typeof READ_LIMITS> = {}, program = OBEDIENT) {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, program)
  cleaner = startFileCleaner(log, {
    program: pathToFileURL(file).href,
    limits: { ...READ_LIMITS, ...limits },
  })
  return (order: string, name = 'customer:1', site = name) =>
    cleaner.clean(Buffer.from(order), 'image/jpeg', { name, site }).then(
      (bytes) => Buffer.from(bytes).toString(),
      ({ status, message, extra }) => [status, message, extra.retryAfterS],
    )
}
/** Long enough to start a process on a busy machine. */
const quick = { mostMs: 2_000 as unknown as typeof READ_LIMITS.mostMs }
const UNREADABLE = [
  400,
  'We couldn’t read this picture. Take it again or save it as a JPEG, then send that.',
  undefined,
]
const TOO_SLOW = [
  400,
  'This file takes too long to read. Make it smaller or save it again, then send that.',
  undefined,
]
const BUSY = [
  503,
  'We’re still reading other files. Wait a few seconds, then send this one again.',
  5,
]

test('pictures and documents are read in a separate process', async () => {
  cleaner = startFileCleaner(log)
  const kept = await cleaner.clean(someBytes('image/png'), 'image/png', SENDER)
  expect((await sharp(kept).metadata()).format).toBe('png')
  const pdf = someBytes('application/pdf')
  expect(Buffer.from(await cleaner.clean(pdf, 'application/pdf', SENDER)).equals(pdf)).toBe(true)
})

test('a drawing with scripts is refused under any name', async () => {
  cleaner = startFileCleaner(log)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await expect(cleaner.clean(svg, 'image/png', SENDER)).rejects.toMatchObject({ status: 400 })
})

test('a file on which the process dies is refused, and the next one is read', async () => {
  const send = obedient()
  expect(await Promise.all([send('d'), send('next')])).toEqual([UNREADABLE, 'next'])
})

test('a file on which the process hangs is refused in time, and the next one is read', async () => {
  const send = obedient(quick)
  expect(await Promise.all([send('l'), send('w'), send('next')])).toEqual([
    TOO_SLOW,
    TOO_SLOW,
    'next',
  ])
})

test('a process that used much memory is replaced', async () => {
  const send = obedient()
  expect([await send('much'), await send('next')]).toEqual(['much', 'next'])
})

test('few files may wait, and fewer of one sender', async () => {
  const send = obedient()
  const senders = ['a', 'a', 'a', 'a', 'a', 'a', ...'bcdefghijklmnop']
  const answers = await Promise.all(senders.map((sender) => send('x', sender)))
  // One is read and sixteen wait: of the first sender four, until the last of others need their places.
  expect(answers.filter((answer) => answer === 'x')).toHaveLength(17)
  expect(answers.slice(0, 6)).toEqual(['x', 'x', BUSY, BUSY, BUSY, BUSY])
  expect(answers.slice(-3)).toEqual(['x', 'x', 'x'])
  expect(await send('again', 'a')).toBe('again')
})

test('files waiting from one site have a lower limit, across customers', async () => {
  const send = obedient()
  const answers = await Promise.all([...'abcdefghijkl'].map((sender) => send('x', sender, 'one')))
  // One is read, and eight wait.
  expect(answers.filter((answer) => answer === 'x')).toHaveLength(9)
  expect(answers[9]).toEqual(BUSY)
  expect(await send('x', 'z')).toBe('x')
})

test('one file of a site waits for one of each crowd at most', async () => {
  const send = obedient()
  const read: string[] = []
  const sent = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1'].map(async (name) => {
    await send(name, name, name[0])
    read.push(name)
  })
  await Promise.all(sent)
  expect(read.slice(0, 3)).toEqual(['a1', 'b1', 'c1'])
})

test('when no process can be started, the sender is asked to try again', async () => {
  const send = obedient({}, 'throw new Error("no module")')
  expect(await send('x')).toEqual(BUSY)
})
