import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { readFormBody, textAt, textsAt, type FormFields } from './form-body.ts'
import { moneyApi } from './money-api.ts'
import { refundJson } from './money-wire.ts'
import { newProviderId, type Session, type Store } from './store.ts'
import { sessionJson } from './wire.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/** Limits of the real provider. */
const SESSION_LIFETIME_S = { least: 30 * 60, most: 24 * 60 * 60, usual: 24 * 60 * 60 }
const AMOUNT_CENTS = { least: 50, most: 99_999_999 }
/** How long a request may take. */
const CLOCK_LEEWAY_S = 120

const KNOWN_PARAMETERS = new Set([
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'customer_email',
  'expand',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
])

/** An error answer of the provider. */
class Refusal extends Error {
  readonly status: 400 | 401 | 404
  readonly body: { type: string; message: string; code?: string; param?: string }
  constructor(
    status: 400 | 401 | 404,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message)
    this.status = status
    this.body = { type: 'invalid_request_error', message, ...details }
  }
}

export interface ApiOptions {
  store: Store
  secretKey: string
  siteUrl: string
  now: () => Date
  /** Closes expired sessions. */
  expireOverdue: () => Promise<unknown>
  /** Called when a session was closed unpaid. */
  onExpired: (session: Session) => Promise<void>
}

/** The part of the provider's API for hosted pages: form fields in, JSON out. */
export function providerApi(options: ApiOptions): Hono {
  const { store, secretKey, siteUrl, now, expireOverdue, onExpired } = options
  const app = new Hono()
  app.use(bodyLimit({ maxSize: 64 * 1024 }))
  app.use(async (c, next) => {
    const key = /^bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!isSameSecret(key, secretKey)) throw new Refusal(401, 'Invalid API Key provided')
    await expireOverdue()
    await next()
  })
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ error: error.body }, error.status)
    console.error(error)
    return c.json({ error: { type: 'api_error', message: 'An unknown error occurred' } }, 500)
  })
  app.notFound((c) => {
    throw new Refusal(404, `Unrecognized request URL (${c.req.method}: ${c.req.path})`)
  })

  const found = (sessionId: string): Session => {
    const session = store.findSession(sessionId)
    if (session) return session
    throw new Refusal(404, `No such checkout.session: ${sessionId}`, {
      code: 'resource_missing',
      param: 'session',
    })
  }

  /** Runs a request once for its `Idempotency-Key`; a refusal is not stored. */
  async function once(c: Context, run: (fields: FormFields) => object): Promise<Response> {
    const text = await c.req.text()
    const key = c.req.header('idempotency-key')
    const fingerprint = createHash('sha256').update(`${c.req.path}\n${text}`).digest('base64url')
    const kept = key === undefined ? undefined : store.keptAnswer(key)
    if (kept && kept.fingerprint !== fingerprint)
      throw new Refusal(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      )
    const body = kept?.body ?? JSON.stringify(run(readFormBody(text)))
    if (key !== undefined && !kept) store.keepAnswer(key, fingerprint, 200, body)
    return c.body(body, 200, {
      'content-type': 'application/json',
      ...(kept && { 'idempotent-replayed': 'true' }),
    })
  }

  app.post('/v1/checkout/sessions', (c) =>
    once(c, (fields) => {
      const nowS = Math.floor(now().getTime() / 1000)
      return sessionJson(store.insertSession(newSession(fields, nowS)), siteUrl, false)
    }),
  )

  app.get('/v1/checkout/sessions/:id', (c) => {
    const expands = c.req.queries('expand[]') ?? c.req.queries('expand[0]') ?? []
    const session = found(c.req.param('id'))
    return c.json(sessionJson(session, siteUrl, expands.includes('payment_intent')))
  })

  app.post('/v1/checkout/sessions/:id/expire', async (c) => {
    const { sessionId, status } = found(c.req.param('id'))
    const session = store.endSession(sessionId, 'expired')
    if (!session)
      throw new Refusal(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
      )
    await onExpired(session)
    return c.json(sessionJson(session, siteUrl, false))
  })

  app.post('/v1/refunds', (c) =>
    once(c, (fields) => {
      const paymentIntent = textAt(fields, 'payment_intent') ?? ''
      const session = store.findByPaymentIntent(paymentIntent)
      if (!session?.isPaid)
        throw new Refusal(400, `No such payment_intent: ${paymentIntent}`, {
          code: 'resource_missing',
          param: 'payment_intent',
        })
      const leftCents = session.amountCents - store.refundedCents(paymentIntent)
      const amountCents = wholeNumber(fields, 'amount') ?? leftCents
      if (leftCents === 0)
        throw new Refusal(400, `Charge of ${paymentIntent} has already been refunded.`, {
          code: 'charge_already_refunded',
        })
      if (amountCents < 1 || amountCents > leftCents)
        throw new Refusal(400, 'Refund amount is greater than unrefunded amount on charge', {
          param: 'amount',
        })
      const disputed = store.disputesOf(paymentIntent).some(({ status }) => status !== 'won')
      if (disputed)
        throw new Refusal(400, `Charge of ${paymentIntent} has been charged back.`, {
          code: 'charge_disputed',
        })
      const key = textAt(fields, 'metadata', 'key') ?? null
      const createdS = Math.floor(now().getTime() / 1000)
      return refundJson(store.insertRefund(paymentIntent, amountCents, { key, createdS }))
    }),
  )
  moneyApi(
    app,
    store,
    (what, id) => new Refusal(404, `No such ${what}: ${id}`, { code: 'resource_missing' }),
  )
  return app
}

const wholeNumber = (fields: FormFields, ...path: string[]): number | undefined => {
  const text = textAt(fields, ...path)
  if (text === undefined) return undefined
  if (!/^\d{1,12}$/.test(text))
    throw new Refusal(400, `Invalid integer: ${text}`, { param: parameterName(path) })
  return Number(text)
}

const parameterName = ([first = '', ...rest]: string[]) =>
  first + rest.map((name) => `[${name}]`).join('')

function newSession(fields: FormFields, nowS: number): Parameters<Store['insertSession']>[0] {
  const unknown = Object.keys(fields).find((name) => !KNOWN_PARAMETERS.has(name))
  if (unknown)
    throw new Refusal(400, `Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
  const required = (...path: string[]): string => {
    const text = textAt(fields, ...path)
    if (text) return text
    const param = parameterName(path)
    throw new Refusal(400, `Missing required param: ${param}.`, {
      code: 'parameter_missing',
      param,
    })
  }
  const only = (name: string, value: string) => {
    if (required(name) !== value)
      throw new Refusal(400, `The simulator knows only ${value} for ${name}`, { param: name })
  }
  only('mode', 'payment')
  only('ui_mode', 'hosted_page')

  const price = ['line_items', '0', 'price_data']
  const quantity = wholeNumber(fields, 'line_items', '0', 'quantity') ?? 1
  const unitAmount = wholeNumber(fields, ...price, 'unit_amount') ?? 0
  const amountCents = quantity * unitAmount
  if (amountCents < AMOUNT_CENTS.least || amountCents > AMOUNT_CENTS.most)
    throw new Refusal(400, 'The amount is too small or too large', {
      code: amountCents < AMOUNT_CENTS.least ? 'amount_too_small' : 'amount_too_large',
      param: 'line_items[0][price_data][unit_amount]',
    })
  const expiresAtS = wholeNumber(fields, 'expires_at') ?? nowS + SESSION_LIFETIME_S.usual
  const lifetimeS = expiresAtS - nowS
  if (
    lifetimeS < SESSION_LIFETIME_S.least - CLOCK_LEEWAY_S ||
    lifetimeS > SESSION_LIFETIME_S.most + CLOCK_LEEWAY_S
  )
    throw new Refusal(
      400,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  return {
    status: 'open',
    isPaid: false,
    amountCents,
    currency: required(...price, 'currency'),
    order: {
      description: required(...price, 'product_data', 'name'),
      customerEmail: textAt(fields, 'customer_email') ?? null,
      clientReferenceId: textAt(fields, 'client_reference_id') ?? null,
      metadata: textsAt(fields, 'metadata'),
      successUrl: required('success_url'),
      cancelUrl: textAt(fields, 'cancel_url') ?? null,
    },
    declineReason: null,
    createdS: nowS,
    expiresAtS,
    notice: 'usual',
    comesBack: 'usual',
  }
}

/** A new event's id. */
export const newEventId = () => newProviderId('evt')
