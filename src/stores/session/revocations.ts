import type { ApiCall } from '#lib/api/client.ts'
import type { ApiFailure } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import { revoke } from '#lib/sign-in/calls.ts'
import type { TokenRecord } from './session-shape.ts'
import { clientCredentials } from '#stores/site/config.ts'

/** Pauses before a session is ended at the server again, in milliseconds; the last one from then on. */
const AGAIN_MS = [5_000, 10_000, 20_000, 40_000, 60_000]

/**
 * Tokens of sessions that ended here and are not revoked at the server yet. In memory only: after signing out nothing in
 * this browser can act as that user.
 */
const unrevoked = new Set<string>()
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let sendAgain: (() => void) | null = null

type Tokens = Pick<TokenRecord, 'access_token' | 'refresh_token'>

/**
 * Ends a session at the server, by its access token and by its refresh token (specification §7). A request that does not
 * arrive is repeated: when there is a connection, after a while, and once when the page is left.
 *
 * @param lastRequests Requests that still need the session. A page that is left does not wait for them.
 * @returns Why it did not arrive this time; `null` when it did.
 */
export async function endAtServer(
  { access_token, refresh_token }: Tokens,
  call: ApiCall,
  lastRequests: Promise<unknown> = Promise.resolve(),
): Promise<ApiFailure | null> {
  unrevoked.add(access_token)
  if (refresh_token) unrevoked.add(refresh_token)
  if (!sendAgain) watch()
  sendAgain = () => void (unrevoked.size > 0 && sendRevocations(call))
  await lastRequests
  return sendRevocations(call)
}

/** Repeats the revocations when there is a connection again, and when the page is left. */
function watch() {
  if (typeof window === 'undefined') return
  for (const moment of ['online', 'pagehide']) window.addEventListener(moment, () => sendAgain?.())
}

async function sendRevocations(call: ApiCall): Promise<ApiFailure | null> {
  clearTimeout(timer)
  const client = await clientCredentials(call)
  if (!client.ok) return waitFor(client.failure, call)
  const failures = await Promise.all(
    [...unrevoked].map(async (token) => {
      const answer = await call(revoke, { body: { ...client.value, token }, keepalive: true })
      if (answer.ok || !mayStillWork(answer.failure)) unrevoked.delete(token)
      return answer.ok ? null : answer.failure
    }),
  )
  const failure = failures.find((each) => each !== null) ?? null
  if (unrevoked.size > 0 && failure) return waitFor(failure, call)
  tries = 0
  return failure
}

function waitFor(failure: ApiFailure, call: ApiCall): ApiFailure {
  timer = setTimeout(
    () => void sendRevocations(call),
    AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)],
  )
  tries += 1
  return failure
}
