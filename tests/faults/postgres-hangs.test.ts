import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isUnavailable } from '#server/platform/database/unavailable.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { POSTGRES_URL } from '#tests/setup/databases.ts'

/** As many as the pool has connections. */
const CONNECTIONS = 10

/** An address in front of a server. Connections through it can fall silent without an end, as when a machine is lost. */
async function startRelay(to: URL) {
  const sockets: Socket[] = []
  const relay = createServer((socket) => {
    const server = connect(Number(to.port), to.hostname)
    for (const one of [socket, server]) one.on('error', () => {})
    socket.on('data', (bytes) => server.write(bytes)).on('close', () => server.destroy())
    server.on('data', (bytes) => socket.write(bytes)).on('close', () => socket.destroy())
    sockets.push(socket, server)
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  })
  return {
    url: Object.assign(new URL(to), { port: String((relay.address() as AddressInfo).port) }).href,
    /** New connections are as before. */
    silence() {
      for (const socket of sockets) socket.removeAllListeners('data').on('data', () => {})
    },
  }
}

describe.runIf(POSTGRES_URL)('connections that fall silent', () => {
  test('fail one query each, and others take their place', async () => {
    const relay = await startRelay(new URL(POSTGRES_URL!))
    const db = openPostgres(relay.url, () => {})
    onTestFinished(() => db.destroy())
    const ask = () => sql`select pg_sleep(0.05)`.execute(db)
    const askAtOnce = () => Promise.allSettled(Array.from({ length: CONNECTIONS }, ask))
    await askAtOnce()
    relay.silence()
    for (const answer of await askAtOnce()) {
      expect(answer.status).toBe('rejected')
      expect(isUnavailable((answer as PromiseRejectedResult).reason)).toBe(true)
    }
    for (const { status } of await askAtOnce()) expect(status).toBe('fulfilled')
  }, 60_000)

  test('fail one transaction each', async () => {
    const relay = await startRelay(new URL(POSTGRES_URL!))
    const db = openPostgres(relay.url, () => {})
    onTestFinished(() => db.destroy())
    const ask = () => db.transaction().execute((trx) => sql`select 1`.execute(trx))
    await ask()
    relay.silence()
    const startedMs = performance.now()
    const error = await ask().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(isUnavailable(error)).toBe(true)
    // Its end does not wait for a second answer.
    expect(performance.now() - startedMs).toBeLessThan(10_000)
    await ask()
  }, 60_000)
})
