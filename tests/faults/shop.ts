import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, isUnauthorized, type ApiCall, type Authorize } from '#lib/api/client.ts'
import type { ApiFailure, Result } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import { getCurrentUser, token } from '#lib/sign-in/calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { CLIENT, valueOf } from '#tests/setup/people.ts'
import type { Fault } from './faulty-process.ts'

/** Longer than a claimed idempotency key blocks its repetition: a restart that takes its time. */
const RESTART_TAKES_MS = 11_000
const PATIENCE_MS = 60_000
const PROGRAM = fileURLToPath(import.meta.resolve('./faulty-process.ts'))

/** A storefront in a process of its own, which can be killed and told to suffer. */
export class FaultyShop {
  readonly folder: string
  readonly url: string
  /** How often the process has ended without being told to. */
  exits = 0
  #port: number
  #env: Record<string, string>
  #aheadMs = 0
  #child: ChildProcess | null = null

  private constructor(port: number, folder: string, env: Record<string, string>) {
    this.#port = port
    this.folder = folder
    this.url = `http://127.0.0.1:${port}`
    this.#env = env
  }

  static async open(env: Record<string, string> = {}): Promise<FaultyShop> {
    const folder = mkdtempSync(join(tmpdir(), 'faulty-shop-'))
    const shop = new FaultyShop(await freePort(), folder, env)
    await shop.start()
    return shop
  }

  /** The database, where it is a file. */
  get file(): string {
    return join(this.folder, 'shop.db')
  }

  async start(): Promise<void> {
    const child = fork(PROGRAM, {
      // Where PostgreSQL has the rows, the simulated providers keep theirs below here.
      cwd: this.#env.WORKS_IN ?? this.folder,
      execArgv: ['--no-warnings'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(tmpdir(), 'faulty-shop-cache'),
        ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999'])),
        DEMO: 'on',
        LIMIT_UNPAID_PURCHASES: '999999999',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: `file:${this.file}`,
        SITE_URL: this.url,
        PORT: String(this.#port),
        CLOCK_AHEAD_MS: String(this.#aheadMs),
        ...this.#env,
      },
    })
    this.#child = child
    child.once('exit', () => {
      if (this.#child !== child) return
      this.#child = null
      this.exits += 1
    })
    const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
      unknown,
    ]
    if (message !== 'ready') throw new Error('the shop did not start')
  }

  get isUp(): boolean {
    return this.#child !== null
  }

  /** Ends the process as `kill -9` does. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = null
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Starts it again, a while later by its own clock. */
  async restart(takesMs = RESTART_TAKES_MS): Promise<void> {
    this.#aheadMs += takesMs
    await this.start()
  }

  /** Resolves when the process has exited on its own. */
  async died(): Promise<void> {
    while (this.#child) await pause(5)
    this.exits -= 1
  }

  /** Until what is ordered holds, or the process has ended over it. */
  async suffer(fault: Fault): Promise<void> {
    const child = this.#child
    if (!child) return
    if (fault.fault === 'clock') this.#aheadMs = fault.aheadMs
    const over = new AbortController()
    const { signal } = over
    const done = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })])
    child.send(fault, () => {})
    await done
    over.abort()
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Where a process answers. */
export type Places = readonly { url: string }[]

/** A signed-in person who uses whichever process answers. */
export interface Buyer {
  call: ApiCall
  customerId: number
  accessToken(): string
  /** Exchanges the tokens for their successors. */
  refresh(): Promise<void>
}

/** Sends to one of the processes until that one does not answer, and then to the next. */
export function visitor(shops: Places, authorize?: Authorize): ApiCall {
  let at = 0
  return createClient({
    base: '/api',
    ...(authorize && { authorize }),
    fetch: async (path, init) => {
      try {
        return await fetch(`${shops[at]!.url}${String(path)}`, init)
      } catch (error) {
        at = (at + 1) % shops.length
        throw error
      }
    },
  })
}

/**
 * @param onSignedOut Told when the tokens hold no more; who is, signs in again. Three kills are longer than the server's
 *   grace for an answer that was lost, by the clock of a shop that takes its time to start.
 */
export async function signedIn(
  shops: Places,
  email: string,
  onSignedOut?: () => void,
): Promise<Buyer> {
  const plain = visitor(shops)
  const ask = (body: Record<string, string>) =>
    insist(() => plain(token, { body: { ...CLIENT, ...body } }))
  const signIn = () => ask({ grant_type: 'password', username: email, password: SAMPLE_PASSWORD })
  let held = await signIn()
  const exchange = async () => {
    try {
      held = await ask({ grant_type: 'refresh_token', refresh_token: held.refresh_token! })
    } catch (error) {
      if (!onSignedOut) throw error
      onSignedOut()
      held = await signIn()
    }
  }
  let exchanging: Promise<void> | null = null
  // One at a time, as a tab does.
  const refresh = () => (exchanging ??= exchange().finally(() => (exchanging = null)))
  const accessToken = () => held.access_token
  const call = visitor(shops, async (send) => {
    const sent = held.access_token
    const answer = await send(sent)
    if (!isUnauthorized(answer)) return answer
    if (held.access_token === sent) await refresh()
    return send(held.access_token)
  })
  const user = valueOf(await call(getCurrentUser))
  return { call, customerId: user.customer!.id, accessToken, refresh }
}

/**
 * Asks until there is an answer that counts, as a person does who sees “please try again”: always with the same key.
 *
 * @throws {Error} For an answer that trying again does not change.
 */
export async function insist<T>(run: (key: string) => Promise<Result<T>>): Promise<T> {
  const key = randomUUID()
  const untilMs = performance.now() + PATIENCE_MS
  for (;;) {
    const result = await run(key)
    if (result.ok) return result.value
    if (!maySucceed(result.failure) || performance.now() > untilMs)
      throw new Error(JSON.stringify(result.failure))
    await pause(40)
  }
}

/** A person who sees that it is still running, longer than a browser waits, presses once more, too. */
const maySucceed = (failure: ApiFailure): boolean =>
  mayStillWork(failure) ||
  (failure.kind === 'problem' &&
    failure.problem.message === 'We’re still working on the same request.')
