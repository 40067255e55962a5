import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { createApp } from '#server/app.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { startApplication } from '#tests/setup/application.ts'
import { CLIENT } from '#tests/setup/people.ts'
import { aRequest, arrive, started } from '#tests/setup/purchases.ts'

/** What the process that is measured tells the one that measures. */
export interface BenchAddresses {
  bare: string
  api: string
  accessToken: string
  journeyId: string
  quoteRequest: QuoteRequest
  outletCodes: string[]
  /** The form that signs another person in. */
  signIn: string
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const db = openSqlite(join(process.argv[2]!, 'bench.db'))
await migrate(db)
const application = startApplication(db, {
  env: {
    ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999'])),
    CHECK_ANSWERS: 'off',
  },
  deps: { now: () => new Date() },
})
await seedDemo(application.deps)
const person = await arrive(application)
const { id: journeyId } = await started(person)

const addresses: BenchAddresses = {
  bare: await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"hello":"world!!"}')
  }),
  api: `${await listen(getRequestListener(createApp(application.deps).fetch))}/api`,
  accessToken: person.accessToken,
  journeyId,
  quoteRequest: aRequest(),
  outletCodes: ['AKL01', 'AKL02'],
  signIn: new URLSearchParams({
    ...CLIENT,
    grant_type: 'password',
    username: 'company@demo.example',
    password: SAMPLE_PASSWORD,
  }).toString(),
}
process.send!(addresses)
// Asked for its processor time so far, in microseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send!(user + system)
})
process.on('disconnect', () => process.exit(0))
