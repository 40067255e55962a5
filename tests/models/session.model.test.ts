import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { findCustomerLogin } from '#server/customers/queries.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import { askForEmailChange, changePassword, proveEmailChange } from '#server/customers/accounts.ts'
import { contentOf, transact } from '#server/platform/mail/outbox.ts'
import {
  completePasswordReset,
  startPasswordReset,
} from '#server/sign-in/passwords/password-reset.ts'
import {
  actorOf,
  endSession,
  refreshSession,
  type SessionTokens,
} from '#server/sign-in/sessions.ts'
import { newSignInLink, signInByLink } from '#server/sign-in/sign-in-links.ts'
import { sendSignInCode, signIn } from '#server/sign-in/sign-in.ts'

import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { DATABASE_RUNS, MODEL_TIMEOUT_MS, runsOn } from './runs.ts'
import {
  AccountModel,
  EDGES,
  type Edge,
  type ModelCode,
  type ModelLink,
  type ModelSession,
  type Owner,
  type Purpose,
  type Status,
} from './session-account.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/shared/durations.ts'

const FIRST = 'customer@demo.example'
/** Addresses that the account may come to have, and one that is another's. */
const ADDRESSES = [FIRST, 'mia@one.example', 'mia@two.example', 'company@demo.example']
const TAKEN = ADDRESSES[3]
const STAFF = 'staff@demo.example'
const IP = '192.0.2.1'

/** `n` picks one of what there is, the newest first. */
type Proof = { by: 'password' } | { by: 'nothing' } | { by: 'code'; n: number }
type Command =
  | { do: 'sign in'; at: number; with: 'password' | 'old password' | 'wrong code' }
  | { do: 'sign in by code'; at: number; n: number }
  | { do: 'staff sign in' | 'ask for a code' | 'start a reset'; at: number }
  | { do: 'reset'; n: number; with: 'code' | 'link' | 'wrong' }
  | { do: 'link' | 'sign in by link' | 'use' | 'revoke' | 'revoke by refresh token'; n: number }
  | { do: 'refresh'; n: number; isElsewhere: boolean }
  | { do: 'change password'; n: number; proof: Proof }
  | { do: 'ask for another address'; n: number; to: number; proof: Proof }
  | { do: 'prove the address'; n: number; isRight: boolean }
  | { do: 'status'; status: Status }
  | { do: 'wait'; ms: number }
  /** Until just before, at or just after the moment at which a rule begins to say otherwise. */
  | { do: 'wait until'; edge: Edge; byMs: number }

const WAITS = [
  SECOND_MS,
  29_990,
  31 * SECOND_MS,
  59_990,
  61 * SECOND_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  11 * HOUR_MS,
  DAY_MS,
  13 * DAY_MS,
]

const one = <const T>(...values: T[]) => fc.constantFrom(...values)
// The newest is taken most of the time.
const n = one(0, 0, 0, 1, 1, 2, 5)
const at = one(0, 0, 0, 0, 1, 2)
// The next step comes a millisecond later.
const byMs = one(-2, -1, 0)
const proof: fc.Arbitrary<Proof> = fc.oneof(
  fc.record({ by: one('password') }),
  fc.record({ by: one('nothing') }),
  fc.record({ by: one('code'), n }),
)
const COMMANDS = {
  signIn: fc.record({
    do: one('sign in'),
    at,
    with: one('password', 'password', 'old password', 'wrong code'),
  }),
  byCode: fc.record({ do: one('sign in by code'), at, n }),
  staff: fc.record({ do: one('staff sign in'), at }),
  askCode: fc.record({ do: one('ask for a code'), at }),
  startReset: fc.record({ do: one('start a reset'), at }),
  reset: fc.record({ do: one('reset'), n, with: one('code', 'link', 'wrong') }),
  link: fc.record({ do: one('link', 'sign in by link'), n }),
  use: fc.record({ do: one('use'), n }),
  revoke: fc.record({ do: one('revoke', 'revoke by refresh token'), n }),
  refresh: fc.record({ do: one('refresh'), n, isElsewhere: one(false, false, false, true) }),
  password: fc.record({ do: one('change password'), n, proof }),
  askAddress: fc.record({ do: one('ask for another address'), n, to: fc.nat(3), proof }),
  proveAddress: fc.record({ do: one('prove the address'), n, isRight: one(true, true, false) }),
  status: fc.record({
    do: one('status'),
    status: one('ACTIVE', 'ACTIVE', 'VERIFYPEND', 'PROBLEM', 'DEACTIVE'),
  }),
  wait: fc.record({ do: one('wait'), ms: one(...WAITS) }),
  tokenEdge: fc.record({ do: one('wait until'), edge: one(...EDGES.tokens), byMs }),
  codeEdge: fc.record({ do: one('wait until'), edge: one(...EDGES.codes), byMs }),
  /** Two tabs: one refreshes, the other comes with the same token about when it stops being good for that. */
  twice: fc.tuple(
    fc.record({ do: one('refresh'), n: one(0), isElsewhere: one(false) }),
    fc.record({ do: one('wait until'), edge: one('grace', 'overlap'), byMs }),
    fc.oneof(
      fc.record({ do: one('refresh'), n: one(1), isElsewhere: one(false) }),
      fc.record({ do: one('use'), n: one(1) }),
    ),
  ),
  askAgain: fc.tuple(
    fc.record({ do: one('wait until'), edge: one('send again'), byMs }),
    fc.record({ do: one('ask for a code'), at: one(0) }),
  ),
} satisfies Record<string, fc.Arbitrary<Command | Command[]>>

/** As often long as short: what comes last in a long one has the most behind it. */
const historyOf = (weights: Partial<Record<keyof typeof COMMANDS, number>>) =>
  fc
    .noBias(
      fc.array(
        fc.oneof(
          ...Object.entries(weights).map(([name, weight]) => ({
            weight,
            arbitrary: COMMANDS[name as keyof typeof COMMANDS] as fc.Arbitrary<Command | Command[]>,
          })),
        ),
        // fast-check makes ten at most by default.
        { maxLength: 25, size: 'max' },
      ),
    )
    .map((steps) => steps.flat())

/** About tokens, about codes and changes, and about everything: each finds what the others seldom come to. */
const histories = fc.oneof(
  historyOf({
    refresh: 8,
    wait: 2,
    tokenEdge: 3,
    twice: 5,
    use: 3,
    link: 2,
    revoke: 1,
    staff: 1,
    status: 1,
  }),
  historyOf({
    askCode: 5,
    byCode: 4,
    startReset: 3,
    reset: 3,
    password: 2,
    askAddress: 3,
    proveAddress: 3,
    link: 2,
    status: 1,
    wait: 3,
    codeEdge: 3,
  }),
  historyOf({ askCode: 1, askAgain: 6, byCode: 1, startReset: 1, reset: 1 }),
  historyOf({ ...Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, 1])), wait: 3 }),
)

/** What a person holds after signing in or refreshing. */
interface Held extends SessionTokens {
  session: ModelSession
  generation: number
}

/** What a service gives, or `null` where it refuses. */
const unlessRefused = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof ApiProblem) return null
    throw error
  })

test.each(databases)(
  `every signed-in session has a right to exist (${DATABASE_RUNS} histories), on $name`,
  { timeout: MODEL_TIMEOUT_MS },
  async ({ name, open }) => {
    const db = await open()
    const { deps, clock } = startApplication(db, {
      deps: { captcha: easyCaptcha },
      env: {
        LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: '1000000',
        LIMIT_PASSWORD_FAILURES_PER_DAY: '1000000',
      },
    })
    await seedDemo(deps)
    const { customerId, passwordHash } = (await findCustomerLogin(db, FIRST))!
    const set = (change: {
      email?: string
      email_key?: string
      web_account_status?: Status
      password_hash?: string | null
    }) => db.updateTable('customer').set(change).where('id', '=', customerId).execute()

    const reset = async (password: string | null) => {
      for (const table of [
        'outbox',
        'login_code',
        'rate',
        'session',
        'link_token',
        'email_change',
      ] as const)
        await db.deleteFrom(table).execute()
      await set({
        email: FIRST,
        email_key: FIRST,
        web_account_status: 'ACTIVE',
        password_hash: password === null ? null : passwordHash,
      })
    }

    const history = async (commands: Command[], hasPassword: boolean) => {
      await reset(hasPassword ? SAMPLE_PASSWORD : null)
      const model = new AccountModel(FIRST, hasPassword ? SAMPLE_PASSWORD : null, () => clock.atMs)
      const tokens: Held[] = []
      const links: { model: ModelLink; token: string }[] = []
      const mailed = new Map<ModelCode, { digits: string; link: string }>()
      let passwords = 0

      const newest = <T>(all: readonly T[], which: number): T | undefined => all.at(-1 - which)
      const addressOf = (which: number) => (which === 0 ? model.address : ADDRESSES[which]!)
      const sentFor = (purpose: Purpose, which: number) =>
        newest(
          [...mailed.keys()].filter((code) => code.purpose === purpose),
          which,
        )
      const wrongDigits = () => {
        const right = new Set([...mailed.values()].map(({ digits }) => digits))
        for (let number = 0; ; number++) {
          const digits = String(number).padStart(6, '0')
          if (!right.has(digits)) return digits
        }
      }
      const nextPassword = () => `a long new password, no ${(passwords += 1)}`

      const hold = (given: SessionTokens | null, owner: Owner, isIn: boolean) => {
        expect(given !== null).toBe(isIn)
        if (given) tokens.push({ ...given, session: model.start(owner, 'here'), generation: 1 })
      }
      /** Holds the one code that was mailed, or that none was, to the model; a code sent again is the same. */
      const readMail = async (expected: ModelCode | null) => {
        const rows = await db
          .selectFrom('outbox')
          .selectAll()
          .where('kind', 'in', ['sign-in-code', 'password-reset', 'email-change-code'])
          .execute()
        expect(rows.map(({ recipient }) => recipient)).toEqual(expected ? [expected.address] : [])
        await db.deleteFrom('outbox').execute()
        if (!expected) return
        const { text } = contentOf(deps, rows[0]!)
        const digits = /^\d{6}$/m.exec(text)![0]
        const link = /(?:code|token)=([\w.%-]+)/.exec(text)?.[1] ?? ''
        if (mailed.has(expected)) expect(mailed.get(expected)).toEqual({ digits, link })
        mailed.set(expected, { digits, link })
      }
      const shown = (
        given: Proof,
      ): { said: string | undefined; meant: string | ModelCode | null } => {
        if (given.by === 'nothing') return { said: undefined, meant: null }
        if (given.by === 'password') {
          const said = model.password ?? 'there is no password'
          return { said, meant: said }
        }
        const code = sentFor('SIGN_IN', given.n)
        return code
          ? { said: mailed.get(code)!.digits, meant: code }
          : { said: 'there is no code', meant: 'there is no code' }
      }
      /** A person currently signed in as the customer. */
      const present = (which: number) => {
        const held = newest(tokens, which)
        if (held?.session.owner !== 'CUSTOMER' || !model.opens(held.session, held.generation))
          return
        const sessionId = held.access_token.slice(3).split('.')[0]!
        return {
          caller: { actor: { type: 'CUSTOMER', customerId, sessionId }, ip: IP } as const,
          ...held,
        }
      }

      const run = async (step: Command): Promise<void> => {
        switch (step.do) {
          case 'sign in': {
            const username = addressOf(step.at)
            const password = {
              password: model.password ?? SAMPLE_PASSWORD,
              'old password': 'a password from before',
              'wrong code': wrongDigits(),
            }[step.with]
            const given = await signIn(deps, { username, password, userAgent: 'here', ip: IP })
            const isIn =
              step.with === 'wrong code'
                ? model.signInByCode(username, 'wrong')
                : model.signInByPassword(username, password)
            return hold(given, 'CUSTOMER', isIn)
          }
          case 'sign in by code': {
            const code = sentFor('SIGN_IN', step.n)
            if (!code) return
            const username = addressOf(step.at)
            const password = mailed.get(code)!.digits
            const given = await signIn(deps, { username, password, userAgent: 'here', ip: IP })
            return hold(given, 'CUSTOMER', model.signInByCode(username, code))
          }
          case 'staff sign in': {
            const asked = { username: STAFF, password: SAMPLE_PASSWORD, userAgent: 'here', ip: IP }
            return hold(await signIn(deps, asked), 'STAFF', true)
          }
          case 'ask for a code': {
            const address = addressOf(step.at)
            await sendSignInCode(deps, address, RIGHT_CAPTCHA)
            return readMail(model.askForSignInCode(address))
          }
          case 'start a reset': {
            const address = addressOf(step.at)
            await startPasswordReset(deps, address)
            return readMail(
              model.ask(address, 'RESET', address === model.address && model.takesCodes),
            )
          }
          case 'reset': {
            const by = sentFor('RESET', step.n)
            if (!by) return
            const { digits, link } = mailed.get(by)!
            const code = { code: digits, link: decodeURIComponent(link), wrong: wrongDigits() }[
              step.with
            ]
            const newPassword = nextPassword()
            const email = by.address
            const done = await unlessRefused(
              completePasswordReset(deps, { email, code, newPassword }).then(() => true),
            )
            expect(done ?? false).toBe(model.reset(email, by, step.with, newPassword))
            await db.deleteFrom('outbox').execute()
            return
          }
          case 'link': {
            const token = await transact(deps, (trx) => newSignInLink(deps, trx, customerId))
            const link = { createdAt: clock.atMs, isUsed: false }
            model.links.push(link)
            links.push({ model: link, token })
            return
          }
          case 'sign in by link': {
            const link = newest(links, step.n)
            if (!link) return
            const given = await signInByLink(deps, link.token, 'here', '192.0.2.1')
            return hold(given, 'CUSTOMER', model.signInByLink(link.model))
          }
          case 'refresh': {
            const held = newest(tokens, step.n)
            if (!held) return
            const browser = step.isElsewhere ? 'elsewhere' : 'here'
            const given = await refreshSession(deps, held.refresh_token, browser, IP)
            const generation = model.refresh(held.session, held.generation, browser)
            expect(given !== null).toBe(generation !== null)
            if (!given || generation === null) return
            const left = held.session.rotatedAt + 15 * MINUTE_MS - clock.atMs
            expect(given.expires_in).toBe(Math.max(1, Math.floor(left / 1000)))
            const known = tokens.find(
              (other) => other.session === held.session && other.generation === generation,
            )
            // A repeat gets the same answer.
            if (known)
              expect([given.access_token, given.refresh_token]).toEqual([
                known.access_token,
                known.refresh_token,
              ])
            else tokens.push({ ...given, session: held.session, generation })
            return
          }
          case 'use': {
            const held = newest(tokens, step.n)
            if (held) await check(held)
            return
          }
          case 'revoke':
          case 'revoke by refresh token': {
            const held = newest(tokens, step.n)
            if (!held) return
            await endSession(deps, step.do === 'revoke' ? held.access_token : held.refresh_token)
            held.session.isRevoked = true
            return
          }
          case 'change password': {
            const who = present(step.n)
            if (!who) return
            const { said, meant } = shown(step.proof)
            const newPassword = nextPassword()
            const type = model.password === null ? 'NEW_ACCOUNT' : 'CHANGE_PASSWORD'
            const body = { type, newPassword, currentPassword: said } as const
            const done = await unlessRefused(
              changePassword(deps, who.caller, body).then(() => true),
            )
            expect(done ?? false).toBe(model.changePassword(who.session, meant, newPassword))
            await db.deleteFrom('outbox').execute()
            return
          }
          case 'ask for another address': {
            const who = present(step.n)
            if (!who) return
            const { said, meant } = shown(step.proof)
            const email = ADDRESSES[step.to]!
            const done = await unlessRefused(
              askForEmailChange(deps, who.caller, { email, currentPassword: said }),
            )
            const expected = model.askForAddress(who.session, meant, email, email !== TAKEN)
            expect(done === null).toBe(expected === 'refused')
            return readMail(expected === 'refused' ? null : expected)
          }
          case 'prove the address': {
            const who = present(step.n)
            const code = sentFor('EMAIL', 0)
            if (!who) return
            const typed = step.isRight && code ? code : 'wrong'
            const digits = typed === 'wrong' ? wrongDigits() : mailed.get(typed)!.digits
            const done = await unlessRefused(proveEmailChange(deps, who.caller, digits))
            expect(done !== null).toBe(model.proveAddress(who.session, typed))
            await db.deleteFrom('outbox').execute()
            return
          }
          case 'status':
            await set({ web_account_status: step.status })
            model.status = step.status
            return
          case 'wait':
            return clock.advance(step.ms)
          case 'wait until':
            clock.advance(Math.max(0, (model.edge(step.edge) ?? 0) + step.byMs - clock.atMs))
        }
      }

      const check = async (held: Held) => {
        const actor = await actorOf(deps, held.access_token)
        expect(actor?.type ?? null).toBe(
          model.opens(held.session, held.generation) ? held.session.owner : null,
        )
      }

      // Starts signed in, as most steps need that.
      for (const step of [{ do: 'link' }, { do: 'sign in by link' }] as const)
        await run({ ...step, n: 0 })
      for (const step of commands) {
        // Nothing happens in the same moment as the thing before.
        clock.advance(1)
        await run(step)
      }
      for (const held of tokens) await check(held)
      const login = (await findCustomerLogin(db, model.address))!
      expect(login).toMatchObject({ customerId, status: model.status })
      expect(login.passwordHash === null).toBe(model.password === null)
      const open = await db
        .selectFrom('session')
        .select('session_id')
        .where('revoked_at', 'is', null)
        .execute()
      expect(open).toHaveLength(model.sessions.filter(({ isRevoked }) => !isRevoked).length)
    }

    await fc.assert(fc.asyncProperty(histories, fc.boolean(), history), {
      numRuns: runsOn(name),
    })
    await db.destroy()
  },
)
