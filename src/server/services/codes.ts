import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { VERIFICATION_CODE_LENGTH } from '#lib/constants.ts'
import { emailKey } from '../db/customers.ts'
import type { Database } from '../db/database.ts'
import type { LoginCodeRow } from '../db/tables/sign-in.ts'
import {
  countSend,
  findLiveCodes,
  findLoginCode,
  giveTryBack,
  hasRival,
  insertLoginCode,
  takeTry,
} from '../db/login-codes.ts'
import { clearPoints, countPoints, spendPoint } from '../db/rates.ts'
import type { Deps } from '../deps.ts'
import type { Keys } from '../keys.ts'
import type { Mail } from './mail/mail.ts'
import { enqueueMail } from './outbox.ts'

export type CodePurpose = 'SIGN_IN' | 'REGISTRATION' | 'RESET' | 'EMAIL'

/** Codes that sign in. That of a registration also confirms the password that was chosen there (decision 58). */
export const SIGN_IN_CODES: readonly CodePurpose[] = ['SIGN_IN', 'REGISTRATION']

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long a code works. */
const CODE_MINUTES = 10
/** How long the link of a reset message works. */
const LINK_MS = HOUR_MS
/** A code that is asked for again is sent again, as long as this much of its life is left. */
const RESEND_LEFT_MS = 5 * MINUTE_MS
/** Not sooner than this after the last time, and not more often. */
const RESEND_PAUSE_MS = 30_000
const MAX_SENDS = 3
/** After so many wrong codes in a row an account's codes rest until its password or a reset link was used. */
const MAX_FAILURES_IN_A_ROW = 100

/** What stands for an address in tables of codes and counters, so that they hold no addresses. */
export const subjectOf = (keys: Keys, email: string): string =>
  createHmac('sha256', keys.code)
    .update(`subject ${emailKey(email)}`)
    .digest('base64url')

/** The six digits of a code's id: each of the million as likely as any other. */
function codeOf(keys: Keys, loginCodeId: string): string {
  const codes = 10 ** VERIFICATION_CODE_LENGTH
  const fair = Math.floor(2 ** 32 / codes) * codes
  for (let round = 0; ; round++) {
    const number = createHmac('sha256', keys.code)
      .update(`code ${loginCodeId} ${round}`)
      .digest()
      .readUInt32BE()
    if (number < fair) return String(number % codes).padStart(VERIFICATION_CODE_LENGTH, '0')
  }
}

/** What a reset link carries: too long to guess, so that it needs no count of tries. */
const linkTokenOf = (keys: Keys, loginCodeId: string): string =>
  `${loginCodeId}.${createHmac('sha256', keys.code).update(`link ${loginCodeId}`).digest('base64url')}`

interface Registration {
  /** Of the password that was chosen; `null` for none. */
  passwordHash: string | null
  origin: string
}

interface CodeRequest {
  email: string
  purpose: CodePurpose
  /** Whose account the address is, where a code may be sent to it; `null` does the same work for nothing. */
  customerId: number | null
  registration?: Registration
  write(code: { code: string; minutes: number; linkToken: string }): Mail
}

/**
 * Sends a code to an address, within the limits; the one that is still good is sent again.
 *
 * Every address costs the same rows, so that the time taken tells nobody which have an account.
 */
export async function sendCode(
  deps: Deps,
  trx: Transaction<Database>,
  { email, purpose, customerId, registration, write }: CodeRequest,
): Promise<void> {
  const now = deps.now()
  const subject = subjectOf(deps.keys, email)
  // Counted first, because the row is also the lock: of two requests at once the second sees what the first did.
  await spendPoint(trx, `code-asked:${subject}`, DAY_MS, now)
  const code = await codeToSend(deps, trx, {
    subject,
    purpose,
    customer_id: customerId,
    password_hash: registration?.passwordHash ?? null,
    origin: registration?.origin ?? '',
  })
  if (!code) return
  const mail =
    code.customer_id === null
      ? null
      : write({
          code: codeOf(deps.keys, code.login_code_id),
          minutes: Math.floor((Date.parse(code.expires_at) - now.getTime()) / MINUTE_MS),
          linkToken: linkTokenOf(deps.keys, code.login_code_id),
        })
  await enqueueMail(deps, trx, mail, { giveUpAt: new Date(code.expires_at) })
}

async function codeToSend(
  deps: Deps,
  trx: Transaction<Database>,
  who: Pick<LoginCodeRow, 'subject' | 'customer_id' | 'password_hash' | 'origin'> & {
    purpose: CodePurpose
  },
): Promise<LoginCodeRow | null> {
  const { limits } = deps.settings
  const now = deps.now()
  const at = now.toISOString()

  const resendable = new Date(now.getTime() + RESEND_LEFT_MS).toISOString()
  const purposes = [who.purpose]
  const [live] = await findLiveCodes(trx, { subject: who.subject, purposes, now: resendable })
  const isTheSame =
    live?.customer_id === who.customer_id && live.password_hash === who.password_hash
  if (isTheSame && live.tries < limits.LIMIT_CODE_TRIES) {
    const isTooSoon = now.getTime() < Date.parse(live.sent_at) + RESEND_PAUSE_MS
    if (isTooSoon || live.sends >= MAX_SENDS) return null
    await countSend(trx, live.login_code_id, at)
    return live
  }

  // Looked at before they are spent: a request that is refused must not use up the day’s codes.
  const [hour, day] = [`codes-hour:${who.subject}`, `codes-day:${who.subject}`]
  const inHour = await countPoints(trx, hour, HOUR_MS, now)
  const inDay = await countPoints(trx, day, DAY_MS, now)
  if (inHour >= limits.LIMIT_CODES_PER_HOUR || inDay >= limits.LIMIT_CODES_PER_DAY) return null
  await spendPoint(trx, hour, HOUR_MS, now)
  await spendPoint(trx, day, DAY_MS, now)
  const code: LoginCodeRow = {
    ...who,
    login_code_id: deps.newId(),
    created_at: at,
    expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS).toISOString(),
    sends: 1,
    sent_at: at,
    tries: 0,
    used_at: null,
  }
  await insertLoginCode(trx, code)
  return code
}

/** A code that was right, with the customer it was sent to. It is not used up yet. */
export type RightCode = LoginCodeRow & { customer_id: number }

const isSent = (code: LoginCodeRow): code is RightCode => code.customer_id !== null

const failuresOf = (subject: string) => `code-failures:${subject}`

/**
 * Holds six digits against the code that was sent. Each guess takes one of its tries, right or wrong.
 *
 * @returns `null` for a wrong code, one that is used or too old, and for any guess beyond the tries.
 */
export async function checkCode(
  deps: Deps,
  { email, purposes, typed }: { email: string; purposes: readonly CodePurpose[]; typed: string },
): Promise<RightCode | null> {
  const { db, keys, settings } = deps
  const now = deps.now()
  const subject = subjectOf(keys, email)
  const codes = await findLiveCodes(db, { subject, purposes, now: now.toISOString() })
  const failures = await countPoints(db, failuresOf(subject), Infinity, now)
  if (failures >= MAX_FAILURES_IN_A_ROW) return null
  let hasTried = false
  for (const code of codes) {
    if (!(await takeTry(db, code.login_code_id, settings.limits.LIMIT_CODE_TRIES))) continue
    if (isSame(typed, codeOf(keys, code.login_code_id)) && isSent(code)) return code
    hasTried = true
  }
  if (hasTried) await spendPoint(db, failuresOf(subject), Infinity, now)
  return null
}

/** Where a registration comes from, for {@link confirmedPassword}. */
export const originOf = (keys: Keys, network: string, userAgent: string | undefined): string =>
  createHmac('sha256', keys.code)
    .update(`origin ${network} ${userAgent ?? ''}`)
    .digest('base64url')

/**
 * The password that a code confirms: the one chosen at its registration. None where someone elsewhere chose another
 * one for the address at about the same time: its owner may have entered the code of the stranger's email.
 */
export async function confirmedPassword(
  trx: Transaction<Database>,
  code: RightCode,
): Promise<string | null> {
  if (code.purpose !== 'REGISTRATION' || code.password_hash === null) return null
  const since = new Date(Date.parse(code.created_at) - CODE_MINUTES * MINUTE_MS).toISOString()
  const registration = { ...code, password_hash: code.password_hash }
  return (await hasRival(trx, registration, since)) ? null : code.password_hash
}

/** A reset's code or link, looked at without using up a try when it is right. */
export async function checkReset(
  deps: Deps,
  { email, typed }: { email: string; typed: string },
): Promise<RightCode | null> {
  if (!typed.includes('.')) {
    const code = await checkCode(deps, { email, purposes: ['RESET'], typed })
    if (code) await giveTryBack(deps.db, code.login_code_id)
    return code
  }
  const loginCodeId = typed.split('.', 1)[0]!
  if (!isSame(typed, linkTokenOf(deps.keys, loginCodeId))) return null
  const code = await findLoginCode(deps.db, loginCodeId)
  const isGood =
    code?.purpose === 'RESET' &&
    code.subject === subjectOf(deps.keys, email) &&
    code.used_at === null &&
    deps.now().getTime() < Date.parse(code.created_at) + LINK_MS
  return isGood && isSent(code) ? code : null
}

/** Codes work again: the account's holder has shown up otherwise. */
export const forgetCodeFailures = (deps: Deps, trx: Transaction<Database>, email: string) =>
  clearPoints(trx, failuresOf(subjectOf(deps.keys, email)))

function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
