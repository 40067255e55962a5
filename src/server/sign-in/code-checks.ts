import type { Trx } from '#server/database.ts'
import { countSend, findLiveCodes, findLoginCode, giveTryBack, takeTry } from './code-queries.ts'
import { clearPoints, countPoints, spendPoint } from '#server/platform/database/rate-counters.ts'
import type { LoginCodeRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import {
  blankOf,
  codeOf,
  failuresOf,
  failuresWindow,
  linkTokenOf,
  MAX_FAILURES_IN_A_ROW,
  subjectOf,
  type CodePurpose,
} from './codes.ts'
import { verifyPassword } from './passwords/passwords.ts'
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
  const window = customerId === undefined ? failuresWindow(codes.some(isSent)) : DAY_MS
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
 * The password that the code of a registration confirms: the one chosen with it, where the person who enters the code
 * knows it. A stranger may have registered the address too, and the owner may enter the stranger's code.
 */
export async function confirmedPassword(
  { keys }: Deps,
  { purpose, password_hash }: RightCode,
  chosen: string | undefined,
): Promise<string | null> {
  if (purpose !== 'REGISTRATION' || password_hash === null || !chosen) return null
  return (await verifyPassword(keys, chosen, password_hash)) ? password_hash : null
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
