import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_QUOTAS } from '#tests/setup/no-quotas.ts'
import { SERVER_ENV } from '../../scripts/server-env.ts'
import { freePort } from '#tests/setup/free-port.ts'

/** The server as `npm start` runs it: it starts in half the time that its sources take. */
export const SERVER = 'dist/main.mjs'

/** A storefront of its own for a test worker: the built site and server, a fresh database, a free port. */
export class Storefront {
  readonly url: string
  readonly folder: string
  /** The output of its processes so far. */
  said = ''
  #port: number
  #child: ChildProcess | null = null
  #env: Record<string, string>

  #cwd: string

  /** @param cwd A folder with a build, if not this project. */
  constructor(port: number, env: Record<string, string> = {}, cwd = '.') {
    this.#cwd = cwd
    this.#port = port
    this.url = `http://localhost:${port}`
    this.folder = mkdtempSync(join(tmpdir(), 'storefront-'))
    this.#env = env
  }

  static async start(env?: Record<string, string>, cwd?: string): Promise<Storefront> {
    const storefront = new Storefront(await freePort(), env, cwd)
    await storefront.start()
    return storefront
  }

  /** Of the process that runs. */
  get pid(): number {
    return this.#child!.pid!
  }

  /** With what the process has ended; `null` while it runs. */
  get exitCode(): number | null {
    return this.#child!.exitCode
  }

  /** Starts the process and waits until it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [SERVER], {
      cwd: this.#cwd,
      env: {
        ...SERVER_ENV,
        ...process.env,
        PORT: String(this.#port),
        DATABASE_URL: `file:${join(this.folder, 'storefront.db')}`,
        DEMO: 'on',
        LOG_LEVEL: 'error',
        CHECK_ANSWERS: 'on',
        ...NO_QUOTAS,
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.said = ''
    child.stdout.on('data', (text: Buffer) => (this.said += text.toString()))
    child.stderr.on('data', (text: Buffer) => (this.said += text.toString()))
    this.#child = child
    for (let tries = 0; tries < 300; tries++) {
      if (child.exitCode !== null) throw new Error(`The storefront did not start:\n${this.said}`)
      const ready = await fetch(`${this.url}/healthz/ready`).catch(() => null)
      if (ready?.ok) return
      await new Promise((done) => setTimeout(done, 50))
    }
    throw new Error(`The storefront did not become ready:\n${this.said}`)
  }

  /** Ends the process as a power cut would. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** What a power cut leaves, started again. */
  async killAndStart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  /** Tells the process to end; answers its exit code. */
  terminate(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  async stop(): Promise<void> {
    await this.terminate()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null) return child?.exitCode ?? null
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await ended
    this.#child = null
    return child.exitCode
  }
}
