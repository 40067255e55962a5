import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { arriveAt } from '#tests/setup/arrive-at.ts'
import { conditional, tradingIn } from '#tests/setup/files.ts'
import { hostileFile, samples, type HostileFile } from './hostile-files.ts'
import type { Probed } from './probe.ts'

// npm run build && npm run test:fuzz:files -- --files 20000 --seed 7
//
// Sends made-up files to a built server, as photos and as documents, and asks it for something small all the while. None
// may be answered with a fault of the server, hold up the small request, or leave memory behind.

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const most = Number(values.files)
const seed = Number(values.seed)

/** One is on its way while another is read: a customer sends no more at once. */
const SENDERS = 2
const MOST_HELD_MS = 100
/** A machine that does other work is late now and then. What a file does, it does again. */
const TRIES = 4
const RENEW_EVERY = 1_000
/** Between a quarter of the run and its end: until then, what is kept for the next file grows to its full size. */
const MOST_GROWTH_MB = 64

const unlimited = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999']))
const storefront = await Storefront.start({ ...unlimited, MAX_DELAY_MS: '0' })
const all = await samples()
const api = `${storefront.url}/api`

const faults: string[] = []
let person = await arriveAt(storefront.url)

/** Where photos and documents go. A purchase that is full refuses them unread, so there is a new one then. */
const pathOf = async (isPhoto: boolean): Promise<string> => {
  if (!isPhoto) return `/purchase-journey/${(await conditional(person)).id}/finance-documents`
  const { id, vehicleId } = await tradingIn(person)
  return `/purchase-journey/${id}/trade-in-photos?vehicleId=${vehicleId}`
}
const paths = new Map<boolean, Promise<string>>()

/** Sends a file, and once more to a new purchase where there is no room. */
async function send(file: HostileFile, isPhoto: boolean): Promise<number> {
  const known = paths.get(isPhoto) ?? pathOf(isPhoto)
  paths.set(isPhoto, known)
  const status = await sendTo(await known, file)
  if (status !== 409) return status
  if (paths.get(isPhoto) === known) paths.set(isPhoto, pathOf(isPhoto))
  return sendTo(await paths.get(isPhoto)!, file)
}

async function sendTo(path: string, { bytes }: HostileFile): Promise<number> {
  const answer = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.accessToken}`,
      'content-type': 'image/jpeg',
      'x-file-name': 'file',
    },
    body: new Uint8Array(bytes),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Every answer to a small request that took long, and the longest. */
const lateProbes: Probed[] = []
let longestMs = 0
const probe = new Worker(new URL('./probe.ts', import.meta.url), {
  workerData: `${storefront.url}/healthz/live`,
})
probe.on('message', (probed: Probed) => {
  longestMs = Math.max(longestMs, probed.ms)
  if (probed.ms > MOST_HELD_MS) lateProbes.push(probed)
})
probe.on('error', (error) => faults.push(`a small request failed: ${String(error)}`))
const clockMs = () => performance.timeOrigin + performance.now()

/** What the thread that answers has computed, in ms. It waits for the machine besides, where others work on it. */
const busyMs = (): number =>
  Number(
    readFileSync(`/proc/${storefront.pid}/task/${storefront.pid}/schedstat`, 'utf8').split(' ')[0],
  ) / 1_000_000

/** The longest a file held up a small request: its duration, or the server's CPU time in it if that is less. */
async function heldBy(number: number): Promise<number> {
  const file = hostileFile(all, seed + number)
  // Delays from generating the file have been reported by then.
  await pause(50)
  longestMs = 0
  const before = busyMs()
  await send(file, isPhotoOf(number))
  await pause(50)
  return Math.min(longestMs, busyMs() - before)
}

const memoryMb = (): number => {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${storefront.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1000)
}

const byStatus: Record<number, number> = {}
const memory: number[] = []
const startedMs = performance.now()
const isPhotoOf = (number: number) => number % 2 === 0
/** When each file was under way. */
const times: [fromMs: number, toMs: number][] = []
let sent = 0

async function sendOn(): Promise<void> {
  while (sent < most) {
    const number = sent++
    const file = hostileFile(all, seed + number)
    const fromMs = clockMs()
    const status = await send(file, isPhotoOf(number))
    times[number] = [fromMs, clockMs()]
    byStatus[status] = (byStatus[status] ?? 0) + 1
    if (status >= 500 || status === 401)
      faults.push(`${seed + number}, ${file.how}: answered ${status}`)
    if (number % RENEW_EVERY === RENEW_EVERY - 1) {
      person = await arriveAt(storefront.url)
      memory.push(memoryMb())
      console.log(`${number + 1} files: ${JSON.stringify(byStatus)}, ${memory.at(-1)} MB`)
    }
  }
}
await Promise.all(Array.from({ length: SENDERS }, sendOn))
await pause(200)
const inTheRun = { longestProbeMs: Math.round(longestMs), probesOver100Ms: lateProbes.length }

// Each that was under way when a small request was late, alone and again: what it does, it does each time.
const isSuspect = ([fromMs, toMs]: [number, number]) =>
  lateProbes.some(({ startedMs, ms }) => fromMs < startedMs + ms && startedMs < toMs)
const suspects = times.flatMap((time, number) => (isSuspect(time) ? [number] : []))
let heldAloneMs = 0
for (const number of suspects) {
  let shortest = Infinity
  for (let tries = 0; tries < TRIES && shortest > MOST_HELD_MS; tries += 1)
    shortest = Math.min(shortest, await heldBy(number))
  heldAloneMs = Math.max(heldAloneMs, shortest)
  if (shortest > MOST_HELD_MS)
    faults.push(
      `${seed + number}, ${hostileFile(all, seed + number).how}: held others for ${Math.round(shortest)} ms`,
    )
}
await probe.terminate()
const [early = 0, end = 0] = [memory[Math.floor(memory.length / 4)], memory.at(-1)]
if (end - early > MOST_GROWTH_MB) faults.push(`memory grew from ${early} to ${end} MB`)
if ((byStatus[409] ?? 0) > most / 100)
  faults.push(`${byStatus[409]} files were refused without being read`)
const isUp = (await fetch(`${storefront.url}/healthz/ready`)).ok
if (!isUp) faults.push('the server is not ready any more')
await storefront.stop()

console.log({
  files: sent,
  seed,
  minutes: Number(((performance.now() - startedMs) / 60_000).toFixed(1)),
  byStatus,
  ...inTheRun,
  sentAgainAlone: suspects.length,
  longestProbeOfOneAloneMs: Math.round(heldAloneMs),
  memoryMb: memory,
  faults: faults.slice(0, 20),
})
process.exit(faults.length === 0 ? 0 : 1)
