import type { ApiCall } from '#lib/api/client.ts'
import { mayStillWork, type ApiFailure } from '#lib/api/failure.ts'
import { revoke } from '#lib/sign-in/calls.ts'
import type { TokenRecord } from './session-shape.ts'
import { clientCredentials } from '#stores/site/config.ts'

/** Pauses before a session is ended at the server again, in milliseconds; the last one from then on. */
const AGAIN_MS = [5_000, 10_000, 20_000, 40_000, 60_000]

/**
 * Tokens of sessions that ended here, of which the server has not heard yet. In memory only: after signing out
 * nothing in this browser can act as the person who was here.
 */
const owed = new Set<string>()
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let sendAgain: (() => void) | null = null

type Tokens = Pick<TokenRecord, 'access_token' | 'refresh_token'>

/**
 * Ends a session at the server, by its access token and by its refresh token (specification §7). What does not arrive
 * is sent again: when there is a connection, after a while, and once when the page goes.
 *
 * @param lastWords What still needs the session. A page that goes does not wait for it.
 * @returns Why it did not arrive this time; `null` when it did.
 */
export async function endAtServer(
  { access_token, refresh_token }: Tokens,
  call: ApiCall,
  lastWords: Promise<unknown> = Promise.resolve(),
): Promise<ApiFailure | null> {
  owed.add(access_token)
  if (refresh_token) owed.add(refresh_token)
  if (!sendAgain) watch()
  sendAgain = () => void (owed.size > 0 && sendOwed(call))
  await lastWords
  return sendOwed(call)
}

/** Sends what is owed when there is a connection again, and when the page goes. */
function watch() {
  if (typeof window === 'undefined') return
  for (const moment of ['online', 'pagehide']) window.addEventListener(moment, () => sendAgain?.())
}

async function sendOwed(call: ApiCall): Promise<ApiFailure | null> {
  clearTimeout(timer)
  const client = await clientCredentials(call)
  if (!client.ok) return waitFor(client.failure, call)
  const failures = await Promise.all(
    [...owed].map(async (token) => {
      const answer = await call(revoke, { body: { ...client.value, token }, keepalive: true })
      if (answer.ok || !mayStillWork(answer.failure)) owed.delete(token)
      return answer.ok ? null : answer.failure
    }),
  )
  const failure = failures.find((each) => each !== null) ?? null
  if (owed.size > 0 && failure) return waitFor(failure, call)
  tries = 0
  return failure
}

function waitFor(failure: ApiFailure, call: ApiCall): ApiFailure {
  timer = setTimeout(() => void sendOwed(call), AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)])
  tries += 1
  return failure
}
