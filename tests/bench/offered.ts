import { setTimeout as wait } from 'node:timers/promises'
import { randomOf } from '#tests/payments/random.ts'
import { quantile } from './machine.ts'
import type { RawAnswer } from './raw-client.ts'

/** What people ask for. */
export interface Visit {
  name: string
  /** Of a hundred. */
  share: number
  /** `null`: not begun, because too many wait already. */
  send(): Promise<RawAnswer> | null
}

/** What became of the visits of a run. */
export interface Offered {
  rate: number
  /** From when each was due. */
  tookMs: number[]
  /** The same, by the second in which it was due. */
  tookBySecond: number[][]
  answered: number
  /** 503 with `Retry-After`. */
  refused: number
  notBegun: number
  /** Other answers, by status; 0: none. */
  wrong: Map<number, number>
}

/** For each of a hundred: shares may be a seventh. */
const LOTS = 14

/** Sends visits when they are due, whatever has become of those before: a server that falls behind cannot hide it. */
export async function offer(
  visits: readonly Visit[],
  rate: number,
  seconds: number,
): Promise<Offered> {
  const random = randomOf(rate)
  const lots = visits.flatMap((visit) =>
    Array.from({ length: Math.round(visit.share * LOTS) }, () => visit),
  )
  const offered: Offered = {
    rate,
    tookMs: [],
    tookBySecond: Array.from({ length: seconds }, () => []),
    answered: 0,
    refused: 0,
    notBegun: 0,
    wrong: new Map(),
  }
  const note = ({ status, hasRetryAfter }: RawAnswer, dueMs: number, second: number) => {
    const tookMs = performance.now() - dueMs
    offered.tookMs.push(tookMs)
    offered.tookBySecond[second]!.push(tookMs)
    if (status === 200) offered.answered += 1
    else if (status === 503 && hasRetryAfter) offered.refused += 1
    else offered.wrong.set(status, (offered.wrong.get(status) ?? 0) + 1)
  }
  const startedMs = performance.now()
  // Counted, not kept: millions of promises would stop this process for longer than an answer may take.
  let underWay = 0
  let allAnswered = () => {}
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const dueMs = startedMs + (sent * 1000) / rate
    const earlyMs = dueMs - performance.now()
    if (earlyMs > 0) await wait(earlyMs)
    const answer = lots[Math.floor(random() * lots.length)]!.send()
    if (answer) {
      const second = Math.floor(sent / rate)
      underWay += 1
      void answer.then((one) => {
        note(one, dueMs, second)
        underWay -= 1
        if (underWay === 0) allAnswered()
      })
    } else offered.notBegun += 1
  }
  if (underWay > 0) await new Promise<void>((done) => (allAnswered = done))
  return offered
}

export const p99Of = ({ tookMs }: Offered): number => quantile(tookMs, 0.99)

const isClean = ({ refused, notBegun, wrong }: Offered): boolean =>
  refused + notBegun + wrong.size === 0

/** Requests a second. */
const LOWEST = 100
/** Steps between the last rate that held and the first that did not. */
const HALVINGS = 4
/** Other work of the machine may spoil one. */
const TRIES = 2

/** The highest rate at which nothing fails and 99 of a hundred answers come in time. */
export async function highestRate(
  visits: readonly Visit[],
  { seconds, p99Ms, pause }: { seconds: number; p99Ms: number; pause(): Promise<void> },
): Promise<Offered> {
  let held: Offered | null = null
  const holds = async (rate: number) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const offered = await offer(visits, rate, seconds)
      await pause()
      if (!isClean(offered) || p99Of(offered) >= p99Ms) continue
      held = offered
      return true
    }
    return false
  }
  let rate = LOWEST
  if (!(await holds(rate))) throw new Error(`not even ${rate} a second are answered in time`)
  while (await holds(rate * 2)) rate *= 2
  let step = rate / 2
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    if (await holds(Math.round(rate + step))) rate = Math.round(rate + step)
    step /= 2
  }
  return held!
}
