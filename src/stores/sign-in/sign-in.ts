import { hasAllCalls } from '#lib/site/all-calls.ts'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage, type ApiFailure, type Result } from '#lib/api/failure.ts'
import { isCaptchaFailure, tokenFailureMessage } from '#lib/api/token-failure.ts'
import { getCustomer } from '#lib/customers/calls.ts'
import { getCurrentUser, token, type TokenAnswer } from '#lib/sign-in/calls.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { PERSISTENCE_TIMEOUT_MS } from '#lib/shared/constants.ts'
import { withinLimit } from '#lib/shared/timing.ts'
import type { z } from '#lib/shared/zod.ts'
import { sendActing } from '#stores/session/acting.ts'
import { siteCall } from '#stores/site/api.ts'
import { persistentAtom } from '#stores/site/storage.ts'
import { clientCredentials } from '#stores/site/config.ts'
import { keepFresh } from '#stores/session/keep-fresh.ts'
import { notSolved, solvePuzzle } from './puzzle.ts'
import { pageNowMs } from '#stores/session/refresh.ts'
import { endAtServer } from '#stores/session/revocations.ts'
import { tokenRecord } from '#stores/session/token-record.ts'
import {
  $accessToken,
  $customer,
  $customerRecord,
  $session,
  endStaleActing,
  noteActivity,
  noteDroppedPassword,
  setAccessToken,
  setCurrentUser,
  takeCustomer,
  whenActing,
} from '#stores/session/session.ts'
import { addToast, dropToasts } from '#stores/site/toasts.ts'
import { actingEndsAtMs } from '#lib/staff/acting.ts'

/** Stays after signing out: it lets staff sign in here while others behind their address try passwords. */
const $staffBrowser = persistentAtom<string | undefined>('staff-browser:1', undefined)

export const PASSWORD_MESSAGE =
  'Please enter your password or check your email for your one-time code'

export type SignedIn =
  | { ok: true }
  /** `needs`: the password was right but not enough. The code of an app is appended to it. */
  | { ok: false; failure: ApiFailure; message: string; needs?: 'second-factor' | 'passkey' }

/**
 * Signs in with a password, or with the code that was sent to the address. With an empty password it asks for such a
 * code, which always fails and says nothing (decision 1).
 */
export const signIn = (
  username: string,
  password: string,
  call: ApiCall = siteCall,
): Promise<SignedIn> => signInWith({ username, password }, call)

/** Proves the address of a new account by the code of its email, which confirms the password that was chosen, and signs in. */
export const confirmRegistration = (
  { email, password }: { email: string; password?: string | undefined },
  code: string,
  call: ApiCall = siteCall,
): Promise<SignedIn> =>
  signInWith(
    {
      username: email,
      password: code,
      ...(hasAllCalls() && {
        purpose: 'registration',
        ...(password && { chosen_password: password }),
      }),
    },
    call,
  )

async function signInWith(
  {
    username,
    ...given
  }: { username: string; password: string; purpose?: string; chosen_password?: string },
  call: ApiCall,
): Promise<SignedIn> {
  const { password } = given
  const client = await clientCredentials(call)
  const staffBrowser = $staffBrowser.get()
  const body = {
    ...given,
    grant_type: 'password',
    username: username.trim(),
    ...(staffBrowser && hasAllCalls() && { staff_browser: staffBrowser }),
  }
  const answer = client.ok ? await withCaptcha(call, { ...client.value, ...body }) : client
  if (answer.ok) return welcome(answer.value, call)
  const { failure } = answer
  const needs = failure.kind === 'problem' && NEEDS[failure.problem.error ?? '']
  if (needs) {
    const message = failure.problem.error_description ?? ''
    return { ok: false, failure, message, needs }
  }
  const message = client.ok ? tokenFailureMessage(failure) : failureMessage(failure)
  if (password)
    addToast({
      kind: 'warning',
      text: `Failed to sign in: ${message}\n${PASSWORD_MESSAGE}`,
      id: message,
    })
  return { ok: false, failure, message }
}

const NEEDS: Record<string, 'second-factor' | 'passkey'> = {
  second_factor_required: 'second-factor',
  passkey_required: 'passkey',
}

/** Signs in, and does so again with a puzzle solved where there were too many tries before. */
async function withCaptcha(
  call: ApiCall,
  body: z.input<typeof token.body>,
): Promise<Result<TokenAnswer>> {
  const answer = await call(token, { body })
  if (answer.ok || !isCaptchaFailure(answer.failure)) return answer
  const captcha = await solvePuzzle(call)
  if (captcha.ok) return call(token, { body, captchaToken: captcha.value })
  // The message of a refused puzzle is not about the sign-in.
  return 'status' in captcha.failure ? notSolved : captcha
}

/**
 * Asks for a code to be sent to an address. The answer is always 400, so it does not reveal whether one was (decision 1).
 *
 * @returns Why the request failed, in words; `null` when it was made.
 */
export async function askForCode(
  username: string,
  call: ApiCall = siteCall,
): Promise<string | null> {
  const asked = await signIn(username, '', call)
  const isAsked =
    asked.ok ||
    ('status' in asked.failure && asked.failure.status === 400 && !isCaptchaFailure(asked.failure))
  return isAsked ? null : asked.message
}

let isUserAsked = false
let asking: { accessToken: string | null; answer: Promise<void> } | null = null

/**
 * Fetches the current user, once for all concurrent callers. A failure is only logged: the session goes on, and the next
 * page tries again.
 */
export function loadCurrentUser(call: ApiCall = siteCall): Promise<void> {
  isUserAsked = true
  const accessToken = $accessToken.get()
  if (asking?.accessToken === accessToken) return asking.answer
  const answer = fetchCurrentUser(call).finally(() => {
    if (asking?.answer === answer) asking = null
  })
  asking = { accessToken, answer }
  return answer
}

async function fetchCurrentUser(call: ApiCall): Promise<void> {
  const answer = await call(getCurrentUser)
  if (answer.ok) setCurrentUser(answer.value)
  else console.warn('The current user could not be fetched:', failureMessage(answer.failure))
}

/** The whole record of the page's customer, fetched when it is not at hand. */
export async function loadCustomerRecord(call: ApiCall = siteCall): Promise<Result<Customer>> {
  const customer = $customer.get()
  if (!customer) return { ok: false, failure: { kind: 'signed-out' } }
  // The answer for the current user has it.
  if (!$customerRecord.get() && asking)
    await withinLimit(asking.answer, PERSISTENCE_TIMEOUT_MS, undefined)
  const known = $customerRecord.get()
  if (known) return { ok: true, value: known }
  const answer = await call(getCustomer, { params: { id: customer.id } })
  if (answer.ok) takeCustomer(answer.value)
  return answer
}

/** Signs in with the token in the link of a message. It works once. */
export async function signInByLink(linkToken: string, call: ApiCall = siteCall): Promise<SignedIn> {
  const client = await clientCredentials(call)
  const answer = client.ok
    ? await call(token, { body: { ...client.value, grant_type: 'token', token: linkToken } })
    : client
  return answer.ok
    ? welcome(answer.value, call)
    : { ok: false, failure: answer.failure, message: failureMessage(answer.failure) }
}

/** Keeps the tokens of a sign-in, and greets the user. */
export async function welcome(tokens: TokenAnswer, call: ApiCall): Promise<SignedIn> {
  // Failures for lack of a session, or of the right password, no longer matter.
  dropToasts()
  setAccessToken(tokenRecord(tokens, pageNowMs()))
  noteDroppedPassword(tokens.password_dropped ?? false)
  if (tokens.staff_browser) $staffBrowser.set(tokens.staff_browser)
  await loadCurrentUser(call)
  const staff = $session.get().user?.staff
  addToast({ kind: 'success', text: staff ? `Hello ${staff.firstName}` : 'Signed in' })
  if (tokens.password_dropped)
    addToast({
      kind: 'info',
      text: 'The password you chose when you registered wasn’t confirmed, so it doesn’t work. You can set a new one in My Profile.',
    })
  return { ok: true }
}

type SignOutTask = () => Promise<unknown>
const signOutTasks = new Set<SignOutTask>()
/** How long signing out waits for last changes to arrive before it ends the session they need. */
const SIGN_OUT_WAIT_MS = 3_000

/** Runs a task before each sign-out, while there is a session. It must start its request at once. */
export const beforeSignOut = (task: SignOutTask) => {
  signOutTasks.add(task)
  return () => signOutTasks.delete(task)
}

/**
 * Signs out: here and in every tab at once, with or without a connection, then at the server, as soon as it can be reached.
 */
export async function signOut(call: ApiCall = siteCall): Promise<void> {
  const { token: held } = $session.get()
  const lastRequests = [...signOutTasks].map((task) => task())
  setAccessToken(null)
  if (!held) return
  const failure = await endAtServer(
    held,
    call,
    withinLimit(Promise.allSettled(lastRequests), SIGN_OUT_WAIT_MS, undefined),
  )
  if (failure) addToast({ kind: 'warning', text: `Failed to sign out: ${failureMessage(failure)}` })
}

/** The longest time between two checks whether acting for a customer is over: a sleeping machine stops its timers. */
const ACTING_CHECK_MS = 30_000

let isKept = false

/** Keeps the session up to date while the page is open. The menu calls it; repeated calls have no effect. */
export function keepSession(call: ApiCall = siteCall) {
  if (isKept) return
  isKept = true
  whenActing((customer) => void sendActing(customer, call))
  keepFresh()
  if ($session.get().token && !isUserAsked) void loadCurrentUser(call)

  // Every page shows the end of acting until it is read (ActingNotice).
  const checkActing = () => void endStaleActing()
  const whenActive = () => {
    checkActing()
    // The server hears of it at most once a minute, and restarts its half hour.
    if (noteActivity()) void sendActing($session.get().actingFor, call)
  }
  const checkInTime = () => {
    checkActing()
    const { actingFor } = $session.get()
    const leftMs = actingFor ? actingEndsAtMs(actingFor) - Date.now() : ACTING_CHECK_MS
    setTimeout(checkInTime, Math.min(leftMs, ACTING_CHECK_MS))
  }
  checkInTime()
  document.addEventListener('visibilitychange', checkActing)
  // The previous page may have closed before the server heard of it.
  const { actingFor } = $session.get()
  if (actingFor) void sendActing(actingFor, call)
  for (const move of ['pointerdown', 'keydown'])
    document.addEventListener(move, whenActive, { capture: true, passive: true })
}
