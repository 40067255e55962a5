import { createHmac } from 'node:crypto'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import { emailKey, mailboxOf } from '#lib/shared/email.ts'
import type { Trx } from '#server/database.ts'
import type { LoginCodeRow } from './tables.ts'
import { countSend, findLiveCodes, insertLoginCode } from './code-queries.ts'
import { lockIfKept } from '#server/customers/queries.ts'
import { countPoints, spendPoint } from '#server/platform/database/rate-counters.ts'
import type { Deps } from '#server/deps.ts'
import { takesMail, type AskedBy } from './code-limits.ts'
import { captchaNeeded } from '#server/api-clients/oauth.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/**
 * What a code is for. `REGISTRATION` also confirms the password that was chosen there (decision 58). `SIGN_IN_LINK` is a
 * sign-in code that comes with a link, which no number of wrong guesses uses up.
 */
export type CodePurpose = 'SIGN_IN' | 'SIGN_IN_LINK' | 'REGISTRATION' | 'RESET' | 'EMAIL'

export const SIGN_IN_CODES: readonly CodePurpose[] = ['SIGN_IN', 'SIGN_IN_LINK']
/** Where a registration is finished, a sign-in code does as well: it confirms no password. */
export const REGISTRATION_CODES: readonly CodePurpose[] = ['REGISTRATION', ...SIGN_IN_CODES]

/** How long a code works. */
export const CODE_MINUTES = 10
/** A code that is asked for again is sent again, as long as this much of its life is left. */
const RESEND_LEFT_MS = 5 * MINUTE_MS
/** Not sooner than this after the last time, and not more often. */
const RESEND_PAUSE_MS = 30_000
const MAX_SENDS = 3
/** Beyond its budget an address is mailed once in this time: what it has been sent works for longer than that. */
const PACE_MS = 5 * MINUTE_MS
/** After this many wrong codes in a row the email includes a link as well. */
const FAILURES_BEFORE_LINK = 10
/** After this many, codes are suspended until the account's password or a link is used. */
export const MAX_FAILURES_IN_A_ROW = 100

/** The keyed hash of an address in tables of codes and counters, which hold no addresses. */
export const subjectOf = (keys: Keys, email: string): string =>
  createHmac('sha256', keys.code)
    .update(`subject ${emailKey(email)}`)
    .digest('base64url')

/** The same of its mailbox, which is what a flood of emails fills. */
export const mailboxKey = (keys: Keys, email: string): string => subjectOf(keys, mailboxOf(email))

/** Wrong codes in a row, of an address. */
export const failuresOf = (subject: string) => `code-failures:${subject}`

/** Stands for an address where a request or a guess must leave no row of its own; several, so that few take turns. */
export const blankOf = (subject: string) => `blank-${subject[0]}`

/** How long they are counted: for an account until its holder shows up, otherwise, and for a new address, for a day. */
export const failuresWindow = (hasAccount: boolean): number => (hasAccount ? Infinity : DAY_MS)

/** The six digits of a code's id: each of the million as likely as any other. */
export function codeOf(keys: Keys, loginCodeId: string): string {
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

/** What a link carries: too long to guess, so that it needs no count of tries. */
export const linkTokenOf = (keys: Keys, loginCodeId: string): string =>
  `${loginCodeId}.${createHmac('sha256', keys.code).update(`link ${loginCodeId}`).digest('base64url')}`

export interface NewCode {
  code: string
  /** How long the code works. */
  minutes: number
  linkToken: string
  purpose: CodePurpose
  /** Codes rest, so that this one does not work: its link does. */
  isResting: boolean
}

interface CodeRequest {
  /** As it was typed. The mail goes to the address on record, never to this spelling. */
  email: string
  by: AskedBy
  /** Whose account the address is, where a code may be sent to it; `null` does the same work for nothing. */
  customerId: number | null
  /** The address belongs to an account in use. Emails to any other address are limited per day. */
  isProven: boolean
  /** The network that asks (`networkId`), or the customer. */
  asker: string | number
  /** A captcha was solved for it. */
  isHuman: boolean
  /** Of a registration: the hash of its password, if it has one. */
  passwordHash?: string | null
  write(code: NewCode): Mail
}

/**
 * Sends a code to an address; the one that is still good is sent again. No number of requests keeps its owner from
 * getting one: beyond its budget a captcha is needed, and mail comes at a slower pace, with a link.
 *
 * Every request writes as much, so the time taken does not reveal which addresses have an account. What brings no email
 * writes to blank rows; so does a captcha for an address without an account, which therefore leaves no row of its own.
 *
 * @throws {OAuthError} `captcha_required`
 */
export async function sendCode(
  deps: Deps,
  trx: Trx,
  { email, by, isProven, asker, isHuman, passwordHash, write, ...asked }: CodeRequest,
): Promise<void> {
  const now = deps.now()
  // An account may be deleted while a code for it is asked for.
  const customerId = (await lockIfKept(trx, asked.customerId ?? 0)) ? asked.customerId : null
  const subject = subjectOf(deps.keys, email)
  // Other accounts may ask for codes for the same new address.
  const budget = by === 'EMAIL' ? `${subject} ${customerId}` : subject
  const isMiss = customerId === null && isHuman
  await spendBudget(deps, trx, by, isHuman ? byHumans(isMiss ? blankOf(subject) : budget) : budget)
  // Counted without those that solved one, which leave no trace where there is no account.
  if (!isHuman && (await isBeyondBudget(deps, trx, by, [budget]))) throw captchaNeeded()
  const isBeyond = await isBeyondBudget(deps, trx, by, [budget, byHumans(budget)])
  const failures = await countPoints(
    trx,
    failuresOf(budget),
    by === 'EMAIL' ? DAY_MS : failuresWindow(customerId !== null),
    now,
  )
  const signsIn = by === 'SIGN_IN' || by === 'REGISTRATION'
  const hasLink = signsIn && (isBeyond || failures >= FAILURES_BEFORE_LINK)
  const own = by === 'REGISTRATION' && !passwordHash ? 'SIGN_IN' : by
  const purpose = hasLink ? 'SIGN_IN_LINK' : own
  const who: Wanted = {
    subject,
    purpose,
    customer_id: customerId,
    password_hash: (purpose === 'REGISTRATION' && passwordHash) || null,
  }
  const due = await (isBeyond || hasLink ? pacedCode : codeToSend)(deps, trx, who)
  if (due === null || isMiss) return writeBlank(deps, trx, who)
  const mailbox = mailboxKey(deps.keys, email)
  const isWithin =
    (await takesMail(deps, trx, {
      by,
      asker,
      way: signsIn ? 'SIGN_IN' : by,
      mailbox,
      kind: customerId === null || isProven ? 'blanks' : 'mails',
    })) || isProven
  const code = due === 'new' ? await newCode(deps, trx, who, isWithin) : due
  if (due !== 'new') await countSend(trx, code.login_code_id, now.toISOString())
  const mail =
    customerId !== null && isWithin
      ? write({
          code: codeOf(deps.keys, code.login_code_id),
          minutes: Math.floor((Date.parse(code.expires_at) - now.getTime()) / MINUTE_MS),
          linkToken: linkTokenOf(deps.keys, code.login_code_id),
          purpose,
          isResting: failures >= MAX_FAILURES_IN_A_ROW,
        })
      : null
  await enqueueMail(deps, trx, mail, { giveUpAt: new Date(code.expires_at) })
}

/** Writes as much as a code that is mailed. */
async function writeBlank(deps: Deps, trx: Trx, { subject, purpose }: Wanted): Promise<void> {
  const blank = blankOf(subject)
  const who = { subject: blank, purpose, customer_id: null, password_hash: null }
  const as = {
    by: 'SIGN_IN',
    way: 'SIGN_IN',
    asker: blank,
    mailbox: blank,
    kind: 'blanks',
  } as const
  await takesMail(deps, trx, as)
  await newCode(deps, trx, who, false, blank)
  await enqueueMail(deps, trx, null, { outboxId: blank })
}

/** The same for requests that solved a captcha. */
const byHumans = (budget: string) => `${budget}:human`

const budgetsOf = (by: AskedBy, subject: string) => ({
  day: `codes-day:${by}:${subject}`,
  hour: `codes-hour:${by}:${subject}`,
})

/** Counts one more. The row is also the lock: of two requests at once the second sees what the first did. */
async function spendBudget(
  { now }: Pick<Deps, 'now'>,
  trx: Trx,
  by: AskedBy,
  subject: string,
): Promise<void> {
  const { day, hour } = budgetsOf(by, subject)
  await spendPoint(trx, day, DAY_MS, now())
  await spendPoint(trx, hour, HOUR_MS, now())
}

/** Whether an address was asked about too often to go on as before. */
async function isBeyondBudget(
  { now, settings: { limits } }: Deps,
  trx: Trx,
  by: AskedBy,
  budgets: string[],
): Promise<boolean> {
  let [inDay, inHour] = [0, 0]
  for (const { day, hour } of budgets.map((budget) => budgetsOf(by, budget))) {
    inDay += await countPoints(trx, day, DAY_MS, now())
    inHour += await countPoints(trx, hour, HOUR_MS, now())
  }
  return inDay > limits.LIMIT_CODES_PER_DAY || inHour > limits.LIMIT_CODES_PER_HOUR
}

type Wanted = Pick<LoginCodeRow, 'subject' | 'customer_id' | 'password_hash'> & {
  purpose: CodePurpose
}

/** The code to send: one that exists, a new one, or none for now. */
type Due = LoginCodeRow | 'new' | null

/** The code that is still good, if it has not just been sent; else a new one. */
async function codeToSend(deps: Deps, trx: Trx, who: Wanted): Promise<Due> {
  const now = deps.now()
  const resendable = new Date(now.getTime() + RESEND_LEFT_MS).toISOString()
  const purposes = [who.purpose]
  const [live] = await findLiveCodes(trx, { subject: who.subject, purposes, now: resendable })
  const isTheSame =
    live?.customer_id === who.customer_id && live.password_hash === who.password_hash
  if (!isTheSame || live.tries >= deps.settings.limits.LIMIT_CODE_TRIES) return 'new'
  const isTooSoon = now.getTime() < Date.parse(live.sent_at) + RESEND_PAUSE_MS
  return isTooSoon || live.sends >= MAX_SENDS ? null : live
}

/** A new code, unless one was sent a moment ago: its link works, whatever was guessed. */
async function pacedCode(deps: Deps, trx: Trx, who: Wanted): Promise<Due> {
  const now = deps.now()
  const codes = await findLiveCodes(trx, {
    subject: who.subject,
    purposes: [who.purpose],
    now: now.toISOString(),
  })
  const isSent = codes.some(
    ({ customer_id, sent_at }) =>
      customer_id === who.customer_id && now.getTime() < Date.parse(sent_at) + PACE_MS,
  )
  return isSent ? null : 'new'
}

/** A code that is not mailed is used up from the start: it keeps no later one back. */
async function newCode(
  deps: Deps,
  trx: Trx,
  who: Wanted,
  isMailed: boolean,
  login_code_id = deps.newId(),
): Promise<LoginCodeRow> {
  const now = deps.now()
  const at = now.toISOString()
  const code: LoginCodeRow = {
    ...who,
    login_code_id,
    created_at: at,
    expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE_MS).toISOString(),
    sends: 1,
    sent_at: at,
    tries: 0,
    used_at: isMailed ? null : at,
  }
  await insertLoginCode(trx, code)
  return code
}
