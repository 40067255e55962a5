import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { FinanceApplication } from '#lib/finance/shapes.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { softCheckFinance } from '#lib/finance/soft-check-calls.ts'
import { cents, code } from '#lib/shared/input.ts'
import { Quote } from '#lib/quotes/shapes.ts'
import { z } from '#lib/shared/zod.ts'
import type { LenderSettings } from './json-lender.ts'
import { simulatedLender } from './simulator.ts'

const Request = z.strictObject({
  reference: code,
  application: FinanceApplication,
  finance: z.pipe(
    Quote.shape.finance,
    z.custom<NonNullable<Quote['finance']>>((finance) => finance !== null),
  ),
})

const Range = z.strictObject({ fromCents: cents, toCents: z.optional(cents) })
const SoftCheck = z.strictObject({
  income: Range,
  outgoings: Range,
  finance: softCheckFinance.body.shape.finance,
})

/** The simulated lender behind the JSON interface of docs/finance.md, over HTTP on a free loopback port. */
export async function startLenderSimulator(
  now = () => new Date(),
): Promise<{ settings: LenderSettings; stop(): Promise<void> }> {
  const lender = simulatedLender(now)
  const [key, webhookSecret] = [randomBytes(18), randomBytes(18)].map((it) => it.toString('hex'))
  /** The latest answer to each application. */
  const answers = new Map<string, { idempotencyKey: string; decision: CreditDecision }>()
  const app = new Hono()
  app.use(bodyLimit({ maxSize: 256 * 1024 }))
  app.use(async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${key}`) return next()
    return c.json({ message: 'The key is not known' }, 401)
  })
  app.post('/soft-checks', async (c) => {
    const request = z.safeParse(SoftCheck, await c.req.json().catch(() => null))
    if (!request.success) return c.json({ message: 'The question is not understood' }, 400)
    return c.json({ answer: await lender.softCheck(request.data) })
  })
  app.post('/applications', async (c) => {
    const idempotencyKey = c.req.header('idempotency-key')
    const request = z.safeParse(Request, await c.req.json().catch(() => null))
    if (!request.success || !idempotencyKey)
      return c.json({ message: 'The application is not understood' }, 400)
    const { reference } = request.data
    const before = answers.get(reference)
    if (before?.idempotencyKey === idempotencyKey) return c.json(before.decision)
    const decision = await lender.decide(request.data)
    answers.set(reference, { idempotencyKey, decision })
    return c.json(decision)
  })
  const server = createServer(getRequestListener(app.fetch))
  // Each process has its own port.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      url: `http://127.0.0.1:${port}`,
      key: key!,
      webhookSecret: webhookSecret!,
      hasSoftCheck: true,
      name: 'simulator',
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
