import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/shared/durations.ts'

// The codes that an account is mailed, and how often, as the specification and decisions 2 to 5 have it.

export type Purpose = 'SIGN_IN' | 'RESET' | 'EMAIL'

const CODE = 10 * MINUTE_MS
/** A code with less time left is not sent again: there is a new one. */
const WORTH_SENDING = 5 * MINUTE_MS
const SEND_AGAIN = 30 * SECOND_MS
const MOST_SENDS = 3
const PACE = 5 * MINUTE_MS

export interface ModelCode {
  address: string
  purpose: Purpose
  /** Asked for too often: at a slower pace, and to sign in with a link. */
  isPaced: boolean
  /** Whether it was mailed: to an address that has no account it is not. */
  isSent: boolean
  createdAt: number
  sentAt: number
  sends: number
  tries: number
  isUsed: boolean
}

export class MailedCodes {
  readonly #all: ModelCode[] = []
  #asked = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** When a rule next says otherwise of the newest. */
  edges() {
    const code = this.#all.at(-1)
    return {
      'send again': code && code.sentAt + SEND_AGAIN,
      'new code': code && code.createdAt + CODE - WORTH_SENDING,
      code: code && code.createdAt + CODE,
    }
  }

  /** Those that were sent are of no use any more. */
  end() {
    for (const one of this.#all) if (one.isSent) one.isUsed = true
  }

  /** The emailed code, if there is one; too many requests need a captcha. */
  ask(address: string, purpose: Purpose, isSent: boolean): ModelCode | null {
    // Every request here has solved a captcha: where there is no account to sign in to, it leaves nothing.
    if (purpose !== 'EMAIL' && !isSent) return null
    const now = this.#now()
    const whose = purpose === 'EMAIL' ? `${address} ${isSent}` : address
    const inDay = this.spend(`${purpose} ${whose} day ${Math.floor(now / DAY_MS)}`)
    const inHour = this.spend(`${purpose} ${whose} hour ${Math.floor(now / HOUR_MS)}`)
    const isBeyond = inDay > 10 || inHour > 5
    const hasLink = purpose === 'SIGN_IN' && (isBeyond || this.#failures(address) >= 10)
    if (isBeyond || hasLink) {
      const isLately = this.#live(address, purpose, 0).some(
        (one) => one.isPaced === hasLink && one.isSent === isSent && now < one.sentAt + PACE,
      )
      return isLately ? null : this.#newCode(address, purpose, isSent, hasLink)
    }
    const live = this.#live(address, purpose, WORTH_SENDING).findLast(({ isPaced }) => !isPaced)
    if (live?.isSent === isSent && live.tries < 5) {
      if (now < live.sentAt + SEND_AGAIN || live.sends >= MOST_SENDS) return null
      live.sends += 1
      live.sentAt = now
      return isSent ? live : null
    }
    return this.#newCode(address, purpose, isSent, false)
  }

  #newCode(address: string, purpose: Purpose, isSent: boolean, isPaced: boolean): ModelCode | null {
    const now = this.#now()
    const code = {
      address,
      purpose,
      isPaced,
      isSent,
      createdAt: now,
      sentAt: now,
      sends: 1,
      tries: 0,
      isUsed: false,
    }
    this.#all.push(code)
    return isSent ? code : null
  }

  /** What six digits open; each guess takes a try of every code that is still good. */
  guess(address: string, purpose: Purpose, typed: ModelCode | 'wrong'): ModelCode | null {
    let hasTried = false
    for (const live of this.#live(address, purpose, 0).toReversed()) {
      if (live.tries >= 5 || (purpose === 'EMAIL' && !live.isSent)) continue
      live.tries += 1
      if (typed === live && live.isSent) return live
      hasTried = true
    }
    if (hasTried) this.spend(`failures ${purpose === 'EMAIL' ? 'email ' : ''}${address}`)
    return null
  }

  #failures = (address: string) => this.#count(`failures ${address}`)
  /** Its holder has shown up. */
  forgetFailures = (address: string) => this.#asked.delete(`failures ${address}`)

  /** The codes that can be entered for a while yet, the newest last. */
  #live(address: string, purpose: Purpose, leftMs: number): ModelCode[] {
    const now = this.#now()
    return this.#all.filter(
      (one) =>
        one.address === address &&
        one.purpose === purpose &&
        !one.isUsed &&
        one.createdAt + CODE > now + leftMs,
    )
  }

  #count = (key: string): number => this.#asked.get(key) ?? 0
  /** Counts one more of something; says how many that makes. */
  spend = (key: string): number => {
    this.#asked.set(key, this.#count(key) + 1)
    return this.#count(key)
  }
}
