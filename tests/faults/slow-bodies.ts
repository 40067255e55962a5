import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { arriveAt } from '#tests/setup/arrive-at.ts'
import { tradingIn } from '#tests/setup/files.ts'

// npm run build && node tests/faults/slow-bodies.ts --bodies 2000 --addresses 100
//
// Opens many uploads at once to a built server, each of which sends its beginning and then next to nothing: what memory
// they take, how they are answered, and how long others wait. `--anonymous` sends no token.

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '2000' },
    /** Number of loopback addresses to send from, in turn. */
    addresses: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '40' },
    anonymous: { type: 'boolean', default: false },
  },
})
const BEGINNING = Buffer.alloc(700_000, 0xff)
const DRIBBLE = Buffer.alloc(100, 0xff)
const ANNOUNCED = 10_000_000
const OPENED_PER_S = 400

const callLimits = Object.keys(LIMITS).filter((name) => /_PER_(MINUTE|HOUR|DAY)$/.test(name))
const storefront = await Storefront.start({
  ...Object.fromEntries(callLimits.map((name) => [name, '999999999'])),
  HOST: '0.0.0.0',
})
const port = Number(new URL(storefront.url).port)
const person = await arriveAt(storefront.url)
const { id, vehicleId } = await tradingIn(person)
// A customer sends two files at once.
const { accessToken } = await arriveAt(storefront.url, 'staff@demo.example')

const memoryMb = (): number => {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${storefront.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1000)
}
const head = [
  `POST /api/purchase-journey/${id}/trade-in-photos?vehicleId=${vehicleId} HTTP/1.1`,
  'Host: localhost',
  ...(values.anonymous ? [] : [`Authorization: Bearer ${accessToken}`]),
  'Content-Type: image/jpeg',
  `Content-Length: ${ANNOUNCED}`,
  '\r\n',
].join('\r\n')

const answers: Record<string, number> = {}
const open = new Set<Socket>()
function openBody(count: number): void {
  const number = count % Number(values.addresses)
  const localAddress = `127.0.${Math.floor(number / 250)}.${(number % 250) + 1}`
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  open.add(socket)
  let isAnswered = false
  const note = (answer: string) => {
    if (isAnswered) return
    isAnswered = true
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  socket.on('data', (text) => note(/^HTTP\/1\.1 (\d{3})/.exec(text.toString('latin1'))?.[1] ?? '?'))
  socket.on('error', () => note('closed'))
  socket.on('close', () => (note('closed'), open.delete(socket)))
  socket.write(head)
  socket.write(BEGINNING)
}

const before = memoryMb()
let peak = before
const tookMs: number[] = []
const startedMs = performance.now()
let opened = 0
for (let tick = 0; performance.now() - startedMs < Number(values.seconds) * 1_000; tick += 1) {
  for (let n = 0; n < OPENED_PER_S / 10 && opened < Number(values.bodies); n += 1)
    openBody(opened++)
  if (tick % 10 === 0) for (const socket of open) socket.write(DRIBBLE)
  const askedMs = performance.now()
  const ok = await fetch(`${storefront.url}/api/model/list`).then((answer) => answer.ok)
  if (!ok) answers['others refused'] = (answers['others refused'] ?? 0) + 1
  tookMs.push(performance.now() - askedMs)
  peak = Math.max(peak, memoryMb())
  await pause(100)
}
tookMs.sort((a, b) => a - b)
console.log({
  bodies: opened,
  addresses: Number(values.addresses),
  isAnonymous: values.anonymous,
  answers,
  stillOpen: open.size,
  memoryMb: { before, peak, after: memoryMb() },
  othersP99Ms: Math.round(tookMs[Math.floor(tookMs.length * 0.99)]!),
})
for (const socket of open) socket.destroy()
await storefront.stop()
