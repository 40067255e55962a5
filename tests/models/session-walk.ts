import { expect } from 'vitest'
import { contentOf } from '#server/platform/mail/outbox.ts'
import { actorOf, type SessionTokens } from '#server/sign-in/sessions.ts'
import { AccountModel, type ModelLink, type ModelSession, type Owner } from './session-account.ts'
import type { Application } from '#tests/setup/application.ts'
import type { Db } from '#server/database.ts'
import type { Proof } from './session-commands.ts'
import type { Purpose, ModelCode } from './session-codes.ts'

// The server beside the model of an account: what is done to the one is done to the other.

/** The address with which an account begins, those that it may come to have, and one that is another's. */
export const FIRST = 'customer@demo.example'
export const ADDRESSES = [FIRST, 'mia@one.example', 'mia@two.example', 'company@demo.example']
export const IP = '192.0.2.1'

/** What a person holds after signing in or refreshing. */
interface Held extends SessionTokens {
  session: ModelSession
  generation: number
}

/** A shop, and the number of the customer whose account it is about. */
export interface Shop extends Pick<Application, 'deps' | 'clock'> {
  db: Db
  customerId: number
}

/** What is remembered of a history. */
export type Walk = ReturnType<typeof startWalk>

export function startWalk({ db, deps, clock, customerId }: Shop, password: string | null) {
  const model = new AccountModel(FIRST, password, () => clock.atMs)
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
  const shown = (given: Proof): { said: string | undefined; meant: string | ModelCode | null } => {
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
    if (held?.session.owner !== 'CUSTOMER' || !model.opens(held.session, held.generation)) return
    const sessionId = held.access_token.slice(3).split('.')[0]!
    return {
      caller: { actor: { type: 'CUSTOMER', customerId, sessionId }, ip: IP } as const,
      ...held,
    }
  }

  const check = async (held: Held) => {
    const actor = await actorOf(deps, held.access_token)
    expect(actor?.type ?? null).toBe(
      model.opens(held.session, held.generation) ? held.session.owner : null,
    )
  }

  return {
    model,
    tokens,
    links,
    mailed,
    newest,
    addressOf,
    sentFor,
    wrongDigits,
    nextPassword,
    hold,
    readMail,
    shown,
    present,
    check,
  }
}
