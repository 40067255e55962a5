import type { ApiCall } from '#lib/api/client.ts'
import { mayStillWork, type ApiFailure } from '#lib/api/failure.ts'
import { revoke } from '#lib/contract/identity.ts'
import type { TokenRecord } from './session-shape.ts'
import { clientCredentials } from './client-credentials.ts'

/** Pauses before a session is ended at the server again, in milliseconds; the last one from then on. */
const AGAIN_MS = [5_000, 10_000, 20_000, 40_000, 60_000]

/**
 * Tokens of sessions that ended here, of which the server has not heard yet. In memory only: after signing out
 * nothing in this browser can act as the person who was here.
 */
const owed = new Set<string>()
let tries = 0
let timer: ReturnType<typeof setTimeout> | undefined
let isWatching = false

type Tokens = Pick<TokenRecord, 'access_token' | 'refresh_token'>

/**
 * Ends a session at the server, by its access token and by its refresh token (specification §7). What does not arrive
 * is sent again: when there is a connection, after a while, and once when the page goes.
 *
 * @returns Why it did not arrive this time; `null` when it did.
 */
export async function endAtServer(
  { access_token, refresh_token }: Tokens,
  call: ApiCall,
): Promise<ApiFailure | null> {
  owed.add(access_token)
  if (refresh_token) owed.add(refresh_token)
  return sendOwed(call)
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
  const again = () => void (owed.size > 0 && sendOwed(call))
  timer = setTimeout(again, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)])
  tries += 1
  if (!isWatching && typeof window !== 'undefined') {
    isWatching = true
    window.addEventListener('online', again)
    window.addEventListener('pagehide', again)
  }
  return failure
}
