import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/shared/durations.ts'
import { type ModelCode, MailedCodes } from './session-codes.ts'

// What a customer's account and its sessions may be, as the specification and decisions 2 to 5 have it. Nothing here is
// taken from the server; the model's clock is the test's.

export type Status = 'ACTIVE' | 'VERIFYPEND' | 'PROBLEM' | 'DEACTIVE'
export type Owner = 'CUSTOMER' | 'STAFF'

const LIFE = {
  CUSTOMER: { idle: 14 * DAY_MS, absolute: 30 * DAY_MS },
  STAFF: { idle: HOUR_MS, absolute: 12 * HOUR_MS },
}
const ACCESS = 15 * MINUTE_MS
const OVERLAP = MINUTE_MS
const GRACE = 30 * SECOND_MS
const MOST_SESSIONS = 10
const LINK = 15 * MINUTE_MS

/** From these moments on a rule says otherwise. */
export const EDGES = {
  tokens: ['grace', 'overlap', 'access', 'idle', 'absolute'],
  codes: ['send again', 'new code', 'code', 'link'],
} as const
export type Edge = (typeof EDGES)[keyof typeof EDGES][number]

export interface ModelSession {
  owner: Owner
  generation: number
  createdAt: number
  rotatedAt: number
  browser: string
  isRevoked: boolean
}

export interface ModelLink {
  createdAt: number
  isUsed: boolean
}

export class AccountModel {
  address: string
  wantedAddress: string | null = null
  status: Status = 'ACTIVE'
  password: string | null
  sessions: ModelSession[] = []
  readonly codes: MailedCodes
  links: ModelLink[] = []
  readonly #now: () => number

  constructor(address: string, password: string | null, now: () => number) {
    this.address = address
    this.password = password
    this.#now = now
    this.codes = new MailedCodes(now)
  }

  /** Whether the account gets codes and signs in by them. */
  get takesCodes() {
    return this.status === 'ACTIVE' || this.status === 'VERIFYPEND'
  }

  /** When a rule next says otherwise of what is newest; `null` where there is nothing of the kind. */
  edge(of: Edge): number | null {
    const session = this.sessions.toSorted((a, b) => a.rotatedAt - b.rotatedAt).at(-1)
    const link = this.links.at(-1)
    const edges: Record<Edge, number | undefined> = {
      grace: session && session.rotatedAt + GRACE,
      overlap: session && session.rotatedAt + OVERLAP,
      access: session && session.rotatedAt + ACCESS,
      idle: session && session.rotatedAt + LIFE[session.owner].idle,
      absolute: session && session.createdAt + LIFE[session.owner].absolute,
      ...this.codes.edges(),
      link: link && link.createdAt + LINK,
    }
    return edges[of] ?? null
  }

  // Sessions

  start(owner: Owner, browser: string): ModelSession {
    const now = this.#now()
    const open = this.sessions.filter((one) => one.owner === owner && !one.isRevoked)
    // In the order in which they began.
    for (const one of open.slice(0, Math.max(0, open.length - (MOST_SESSIONS - 1))))
      one.isRevoked = true
    const session = {
      owner,
      generation: 1,
      createdAt: now,
      rotatedAt: now,
      browser,
      isRevoked: false,
    }
    this.sessions.push(session)
    return session
  }

  isLive({ owner, createdAt, rotatedAt, isRevoked }: ModelSession): boolean {
    const now = this.#now()
    const { idle, absolute } = LIFE[owner]
    const isAllowed = owner === 'STAFF' || this.status === 'ACTIVE'
    return isAllowed && !isRevoked && now < rotatedAt + idle && now < createdAt + absolute
  }

  opens(session: ModelSession, generation: number): boolean {
    const age = this.#now() - session.rotatedAt
    if (!this.isLive(session)) return false
    return generation === session.generation
      ? age < ACCESS
      : generation === session.generation - 1 && age < OVERLAP
  }

  /** The generation that a refresh leads to, or `null`. */
  refresh(session: ModelSession, generation: number, browser: string): number | null {
    if (!this.isLive(session)) return null
    const now = this.#now()
    if (generation === session.generation) {
      Object.assign(session, { generation: generation + 1, rotatedAt: now, browser })
      return session.generation
    }
    const isInGrace = generation === session.generation - 1 && now <= session.rotatedAt + GRACE
    if (isInGrace && browser === session.browser) return session.generation
    session.isRevoked = true
    return null
  }

  #endOthers(except?: ModelSession) {
    for (const one of this.sessions)
      if (one.owner === 'CUSTOMER' && one !== except) one.isRevoked = true
    this.codes.end()
    this.links = []
  }

  // Ways in

  askForSignInCode(address: string): ModelCode | null {
    return this.codes.ask(address, 'SIGN_IN', address === this.address && this.takesCodes)
  }

  signInByPassword(address: string, password: string): boolean {
    const isRight =
      address === this.address && this.status === 'ACTIVE' && password === this.password
    if (isRight) this.codes.forgetFailures(address)
    return isRight
  }

  signInByCode(address: string, typed: ModelCode | 'wrong'): boolean {
    const code = this.codes.guess(address, 'SIGN_IN', typed)
    if (!code || !this.takesCodes || address !== this.address) return false
    code.isUsed = true
    this.codes.forgetFailures(address)
    // A sign-in code confirms no password (decision 58).
    if (this.status === 'VERIFYPEND') this.password = null
    this.status = 'ACTIVE'
    return true
  }

  signInByLink(link: ModelLink): boolean {
    const isGood = this.links.includes(link) && !link.isUsed && this.#now() < link.createdAt + LINK
    if (!isGood) return false
    link.isUsed = true
    if (!this.takesCodes) return false
    if (this.status === 'VERIFYPEND') this.password = null
    this.status = 'ACTIVE'
    return true
  }

  // Changes

  reset(
    address: string,
    by: ModelCode,
    with_: 'code' | 'link' | 'wrong',
    password: string,
  ): boolean {
    const isLinkGood =
      !by.isUsed && by.isSent && by.address === address && this.#now() < by.createdAt + HOUR_MS
    const right =
      with_ === 'link'
        ? isLinkGood
          ? by
          : null
        : this.codes.guess(address, 'RESET', with_ === 'code' ? by : 'wrong')
    if (!right) return false
    // A right code that is only looked at costs no try.
    if (with_ === 'code') right.tries -= 1
    if (!this.takesCodes || address !== this.address) return false
    this.password = password
    this.status = 'ACTIVE'
    this.codes.forgetFailures(address)
    this.#endOthers()
    return true
  }

  /** Whether a signed-in person has reauthenticated. */
  proves(session: ModelSession, proof: string | ModelCode | null): boolean {
    if (proof === null)
      return this.password === null && this.#now() < session.createdAt + 15 * MINUTE_MS
    if (typeof proof === 'string') {
      if (proof === this.password) this.codes.forgetFailures(this.address)
      return proof === this.password
    }
    const code = this.codes.guess(this.address, 'SIGN_IN', proof)
    if (code) code.isUsed = true
    return code !== null
  }

  changePassword(
    session: ModelSession,
    proof: string | ModelCode | null,
    password: string,
  ): boolean {
    if (!this.proves(session, proof)) return false
    this.password = password
    this.#endOthers(session)
    return true
  }

  /** The code that goes to the new address, if one does; `refused` without proof, or too often. */
  askForAddress(
    session: ModelSession,
    proof: string | ModelCode | null,
    address: string,
    isFree: boolean,
  ): ModelCode | null | 'refused' {
    if (!this.proves(session, proof)) return 'refused'
    if (address === this.address) return null
    if (this.codes.spend(`change ${Math.floor(this.#now() / HOUR_MS)}`) > 5) return 'refused'
    this.wantedAddress = address
    return this.codes.ask(address, 'EMAIL', isFree)
  }

  proveAddress(session: ModelSession, typed: ModelCode | 'wrong'): boolean {
    if (this.wantedAddress === null) return false
    const code = this.codes.guess(this.wantedAddress, 'EMAIL', typed)
    if (!code) return false
    this.address = this.wantedAddress
    this.wantedAddress = null
    this.#endOthers(session)
    return true
  }
}
