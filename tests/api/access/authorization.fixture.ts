import { contract } from '#lib/contract.ts'
import type { Db } from '#server/database.ts'
import { machineToken } from '#tests/setup/machines.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { SCOPES, type Scope } from '#lib/api/who.ts'
import { endSession, startSession } from '#server/sign-in/sessions.ts'
import { joined } from '#tests/setup/invitations.ts'
import { startApplication } from '#tests/setup/application.ts'
import { arrive, saved, started } from '#tests/setup/purchases.ts'
import { MONEY } from './authorization-money.ts'
import { OPEN } from './authorization-open.ts'
import { PEOPLE } from './authorization-people.ts'
import { PURCHASES } from './authorization-purchases.ts'
import { SHARED } from './authorization-shared.ts'
import { ACTORS, type ActorName, type Input, type Scene, type Row } from './authorization-rows.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/**
 * Who is answered what, call by call, written out. 409 and 503 come after the door: the call was let through, and
 * something else was in its way.
 */
export const MATRIX: Record<string, Row> = { ...PEOPLE, ...OPEN, ...PURCHASES, ...SHARED, ...MONEY }

/** What several cells of a database share. */
export async function open(db: Db) {
  const app = startApplication(db, {
    env: {
      FEATURE_RESERVATIONS: 'on',
      // Each request comes from another address: limits are not what is asked about here.
      TRUSTED_PROXIES: '1',
      LIMIT_QUOTE_MAILS_PER_HOUR: '1000',
      LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000',
      LIMIT_NETWORK_PASSWORD_FAILURES_PER_MINUTE: '1000',
      LIMIT_PASSWORD_FAILURES_PER_DAY: '1000',
      LIMIT_SERVICE_HOLDS_AT_ONCE: '1000',
      LIMIT_CUSTOMER_SERVICE_HOLDS_AT_ONCE: '1000',
      LIMIT_SERVICE_HOLDS_PER_MINUTE: '1000',
      LIMIT_SERVICE_BOOKINGS_PER_HOUR: '1000',
      LIMIT_SERVICE_BOOKINGS_PER_DAY: '1000',
      LIMIT_OPEN_SERVICE_BOOKINGS: '1000',
      LIMIT_INVITATIONS_PER_DAY: '1000',
      LIMIT_MAILS_PER_DAY: '1000',
      LIMIT_OPEN_PURCHASES: '1000',
    },
  })
  await seedDemo(app.deps)
  const { deps } = app
  const owner = await arrive(app)
  const buyer = await arrive(app, 'oliver.marsh@demo.example')
  const staff = await arrive(app, 'staff@demo.example')
  const acting = await arrive(app, 'staff@demo.example')
  const session = { customer_id: owner.customerId, staff_id: null }
  const before = { ...deps, now: () => new Date(app.clock.atMs - HOUR_MS) }
  const expired = (await startSession(before, { owner: session, epoch: 0 }, undefined))!
  const revoked = (await startSession(deps, { owner: session, epoch: 0 }, undefined))!
  await endSession(deps, revoked.access_token)

  const tokens: Record<ActorName, string | null> = {
    nobody: null,
    'the owner': owner.accessToken,
    'another customer': (await arrive(app, 'aroha.tamati@demo.example')).accessToken,
    'a company': (await arrive(app, 'company@demo.example')).accessToken,
    staff: staff.accessToken,
    'staff acting': acting.accessToken,
    'a machine': await machineToken(app.deps, Object.keys(SCOPES) as Scope[]),
    'an expired token': expired.access_token,
    'a revoked token': revoked.access_token,
  }
  const scene: Scene = {
    owner,
    quote: async () => (await saved(owner)).quoteId,
    journey: async () => (await started(owner)).purchaseJourneyId,
    shared: async () => {
      const { id } = await started(buyer)
      return joined(app, { buyer, guest: owner, id })
    },
  }
  const send = (name: string, token: string | null, input: Input) =>
    app.request(...requestOf(name, token, input))
  const startActing = (token: string) =>
    send('startActing', token, { body: { customerId: owner.customerId } })
  return { app, tokens, scene, send, startActing }
}

let requests = 0

function requestOf(
  name: string,
  token: string | null,
  { params = {}, query = {}, headers: own = {}, body }: Input,
): [string, RequestInit] {
  const { method, path, encoding } = contract[name]!
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => String(params[parameter]))
  const headers: Record<string, string> = {
    'x-forwarded-for': `192.0.${Math.floor(requests / 256)}.${requests++ % 256}`,
    ...own,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  if (body !== undefined && encoding !== 'raw')
    headers['content-type'] =
      encoding === 'form'
        ? 'application/x-www-form-urlencoded'
        : encoding === 'file'
          ? 'image/png'
          : 'application/json'
  const text =
    encoding === 'form' ? String(new URLSearchParams(body as Record<string, string>)) : body
  return [
    `/api${url}?${new URLSearchParams(query)}`,
    {
      method,
      headers,
      ...(body === undefined
        ? {}
        : {
            body:
              typeof text === 'string' || text instanceof Uint8Array
                ? (text as string | Uint8Array<ArrayBuffer>)
                : JSON.stringify(text),
          }),
    },
  ]
}

export const cellsOf = (names: string[]) =>
  names.flatMap((name) =>
    (MATRIX[name]?.answers.split(' ') ?? []).map((answer, index) => ({
      name,
      actor: ACTORS[index]!,
      answer: Number(answer),
    })),
  )
