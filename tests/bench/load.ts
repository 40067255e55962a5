import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { insist, signedIn } from '#tests/faults/shop.ts'
import { stepsOf } from '#tests/faults/steps.ts'
import { randomOf } from '#tests/payments/random.ts'
import { CLIENT } from '#tests/setup/people.ts'
import { aRequest } from '#tests/setup/purchases.ts'
import { machineLines, memoryMb, quantile, tableLines, verdict } from './machine.ts'

// npm run build && npm run bench:load -- --rate 300 --seconds 600
//
// The built server under a steady stream of mixed requests. They are sent when they are due, whatever has become of
// those before, and how long one took counts from when it was due: a server that falls behind cannot hide it.

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '30' },
    /** What the slowest of a hundred should stay below, in milliseconds. */
    p99: { type: 'string', default: '50' },
  },
})
const rate = Number(values.rate)
const seconds = Number(values.seconds)
const WARM_UP_S = 3
/** Of the process, in MB. */
const MOST_MEMORY_MB = 250
/** How often memory is looked at in a run. */
const LOOKS = 10

interface Work {
  name: string
  /** Of a hundred requests. */
  share: number
  send(): Promise<number>
}

const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999']))
const storefront = await Storefront.start({ ...limits, CHECK_ANSWERS: 'off' })
const agent = new Agent({ keepAlive: true, maxSockets: 500 })
try {
  const works = await worksAt(storefront)
  await run(works, WARM_UP_S)
  const memory = [memoryMb(storefront.pid)]
  const measured = run(works, seconds)
  for (let look = 0; look < LOOKS; look += 1) {
    await wait((seconds * 1000) / LOOKS)
    memory.push(memoryMb(storefront.pid))
  }
  print(await measured, memory)
} finally {
  agent.destroy()
  await storefront.stop()
}

/** 95 of a hundred read. */
async function worksAt(site: Storefront): Promise<Work[]> {
  const buyer = await signedIn([site], 'customer@demo.example')
  const steps = stepsOf([site], buyer)
  const { quoteId } = await insist(steps.save)
  const { id } = await insist(steps.begin(quoteId))
  const authorization = `Bearer ${buyer.accessToken()}`
  const type = { 'content-type': 'application/json' }
  const get = (name: string, share: number, path: string, headers = {}): Work => ({
    name,
    share,
    send: () => ask('GET', path, { 'accept-encoding': 'br', ...headers }),
  })
  const write = (
    name: string,
    share: number,
    method: string,
    path: string,
    body: () => string,
    headers: Record<string, string> = type,
  ): Work => ({ name, share, send: () => ask(method, path, headers, body()) })
  let changes = 0
  const home = await (await fetch(site.url)).text()
  const script = /\/_astro\/[\w.-]+\.js/.exec(home)![0]
  return [
    get('the home page', 15, '/'),
    get('the page of a model', 10, '/models/tarn/'),
    get('a script', 10, script),
    get('GET /model/list', 20, '/api/model/list'),
    get('GET /me', 15, '/api/me', { authorization }),
    get('GET /purchase-journey/:id', 15, `/api/purchase-journey/${id}`, { authorization }),
    get('GET /quote/:id', 5, `/api/quote/${quoteId}`, { authorization }),
    get('GET /customer/:id/quotes', 5, `/api/customer/${buyer.customerId}/quotes`, {
      authorization,
    }),
    write('POST /quote', 2, 'POST', '/api/quote', () => JSON.stringify(aRequest())),
    write(
      'PATCH /purchase-journey/:id',
      2,
      'PATCH',
      `/api/purchase-journey/${id}`,
      () => JSON.stringify({ outletCode: ['AKL01', 'AKL02'][(changes += 1) % 2] }),
      { ...type, authorization },
    ),
    write(
      'POST /auth/token, with a password',
      1,
      'POST',
      '/api/auth/token',
      () =>
        new URLSearchParams({
          ...CLIENT,
          grant_type: 'password',
          username: 'company@demo.example',
          password: SAMPLE_PASSWORD,
        }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ),
  ]
}

/** Answers the status; 0 where there was no answer. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  return new Promise((done) => {
    request(storefront.url + path, { method, agent, headers }, (response) => {
      response.resume().on('end', () => done(response.statusCode!))
    })
      .on('error', () => done(0))
      .end(body)
  })
}

interface Measured {
  work: Work
  tookMs: number[]
  failed: number
}

async function run(works: readonly Work[], forSeconds: number): Promise<Measured[]> {
  const random = randomOf(rate)
  const measured = works.map((work) => ({ work, tookMs: [] as number[], failed: 0 }))
  const lots = measured.flatMap((one) => Array.from({ length: one.work.share }, () => one))
  const startedMs = performance.now()
  const answers: Promise<void>[] = []
  for (let sent = 0; sent < rate * forSeconds; sent += 1) {
    const dueMs = startedMs + (sent * 1000) / rate
    if (dueMs > performance.now()) await wait(dueMs - performance.now())
    const one = lots[Math.floor(random() * lots.length)]!
    answers.push(
      one.work.send().then((status) => {
        one.tookMs.push(performance.now() - dueMs)
        if (status !== 200) one.failed += 1
      }),
    )
  }
  await Promise.all(answers)
  return measured
}

function print(measured: Measured[], memory: number[]): void {
  const row = (name: string, share: number, tookMs: number[], failed: number) => [
    name,
    `${share} %`,
    tookMs.length.toLocaleString('en-NZ'),
    ...[0.5, 0.99, 0.999].map((of) => `${quantile(tookMs, of).toFixed(1)} ms`),
    String(failed),
  ]
  const all = measured.flatMap(({ tookMs }) => tookMs)
  const failed = measured.reduce((sum, one) => sum + one.failed, 0)
  const p99 = quantile(all, 0.99)
  const most = Math.max(...memory)
  console.log(
    [
      `${rate} requests a second for ${seconds} s after ${WARM_UP_S} s of warming up, from the same machine`,
      ...machineLines(),
      '',
      ...tableLines(
        ['work', 'share', 'requests', 'p50', 'p99', 'p99.9', 'failed'],
        [
          ...measured.map(({ work, tookMs, failed }) => row(work.name, work.share, tookMs, failed)),
          row('all', 100, all, failed),
        ],
      ),
      '',
      `p99 below ${values.p99} ms: ${verdict(p99 < Number(values.p99))}; nothing failed: ${verdict(failed === 0)}`,
      `memory in MB, from the start to the end: ${memory.map(Math.round).join(', ')}; at most ${MOST_MEMORY_MB}: ${verdict(most <= MOST_MEMORY_MB)}`,
    ].join('\n'),
  )
}
