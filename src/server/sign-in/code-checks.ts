import { createHmac } from 'node:crypto'
import type { Trx } from '#server/database.ts'
import {
  countSend,
  findLiveCodes,
  findLoginCode,
  giveTryBack,
  hasRival,
  takeTry,
} from './code-queries.ts'
import { clearPoints, countPoints, spendPoint } from '#server/platform/database/rate-counters.ts'
import type { LoginCodeRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import {
  blankOf,
  CODE_MINUTES,
  codeOf,
  failuresOf,
  failuresWindow,
  isRegistrationInDoubt,
  linkTokenOf,
  MAX_FAILURES_IN_A_ROW,
  subjectOf,
  type CodePurpose,
} from './codes.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/** How long the link of a reset message works. */
const RESET_LINK_MS = 60 * MINUTE_MS

/** A code that was right, with the customer it was sent to. It is not used up yet. */
export type RightCode = LoginCodeRow & { customer_id: number }

const isSent = (code: LoginCodeRow): code is RightCode => code.customer_id !== null

/**
 * Holds six digits against the code that was sent. Each guess takes one of its tries, right or wrong.
 *
 * @returns `null` for a wrong code, one that is used or too old, and for any guess beyond the tries.
 */
export async function checkCode(
  deps: Deps,
  {
    email,
    purposes,
    typed,
    customerId,
  }: {
    email: string
    purposes: readonly CodePurpose[]
    typed: string
    /** Only codes that were sent for this account: a guess costs no other a try. */
    customerId?: number
  },
): Promise<RightCode | null> {
  const { db, keys, settings } = deps
  const now = deps.now()
  const subject = subjectOf(keys, email)
  const codes = (await findLiveCodes(db, { subject, purposes, now: now.toISOString() })).filter(
    (code) => customerId === undefined || code.customer_id === customerId,
  )
  const failuresKey = failuresOf(customerId === undefined ? subject : `${subject} ${customerId}`)
  const window = failuresWindow(codes.some(isSent))
  const failures = await countPoints(db, failuresKey, window, now)
  if (failures >= MAX_FAILURES_IN_A_ROW) return null
  let hasTried = false
  for (const code of codes) {
    if (!(await takeTry(db, code.login_code_id, settings.limits.LIMIT_CODE_TRIES))) continue
    if (isSameSecret(typed, codeOf(keys, code.login_code_id)) && isSent(code)) return code
    hasTried = true
  }
  // A wrong guess writes as much, whatever codes there are.
  const blank = blankOf(subject)
  for (let written = codes.length; written < purposes.length; written++)
    await countSend(db, blank, now.toISOString())
  await (hasTried
    ? spendPoint(db, failuresKey, window, now)
    : spendPoint(db, `code-blanks:${blank}`, DAY_MS, now))
  return null
}

/**
 * Which page a registration comes from, for {@link confirmedPassword}; its network where a caller sends no key. Our own
 * pages send one, since those who share a network and a kind of browser may be strangers.
 */
export const originOf = (
  keys: Keys,
  { ip, registrationKey }: { ip: string; registrationKey?: string | undefined },
): string =>
  createHmac('sha256', keys.code)
    .update(registrationKey === undefined ? `network ${networkOf(ip)}` : `page ${registrationKey}`)
    .digest('base64url')

/**
 * The password that a code confirms: the one chosen at its registration. None where another
 * was chosen elsewhere for the address at about the same time: its owner may have entered a stranger's code.
 */
export async function confirmedPassword(
  deps: Deps,
  trx: Trx,
  code: RightCode,
): Promise<string | null> {
  if (code.purpose !== 'REGISTRATION' || code.password_hash === null) return null
  const since = new Date(Date.parse(code.created_at) - CODE_MINUTES * MINUTE_MS).toISOString()
  const registration = { ...code, password_hash: code.password_hash }
  const isDoubtful =
    (await isRegistrationInDoubt(deps, trx, code.subject)) ||
    (await hasRival(trx, registration, since))
  return isDoubtful ? null : code.password_hash
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
  const code = await checkLink(deps, typed, { purpose: 'RESET', livesMs: RESET_LINK_MS })
  return code?.subject === subjectOf(deps.keys, email) ? code : null
}

/** The code whose message had a link. It is not used up yet. */
export async function checkLink(
  deps: Deps,
  token: string,
  { purpose, livesMs }: { purpose: CodePurpose; livesMs: number },
): Promise<RightCode | null> {
  const loginCodeId = token.split('.', 1)[0]!
  if (!isSameSecret(token, linkTokenOf(deps.keys, loginCodeId))) return null
  const code = await findLoginCode(deps.db, loginCodeId)
  const isGood =
    code?.purpose === purpose &&
    code.used_at === null &&
    deps.now().getTime() < Date.parse(code.created_at) + livesMs
  return isGood && isSent(code) ? code : null
}

/** Codes work again: the account's holder has shown up, or the account is gone. */
export const forgetCodeFailures = ({ keys }: Pick<Deps, 'keys'>, trx: Trx, email: string) =>
  clearPoints(trx, failuresOf(subjectOf(keys, email)))
