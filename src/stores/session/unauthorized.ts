import { isUnauthorized, NOT_SIGNED_IN, type Authorize } from '#lib/api/client.ts'
import type { ApiFailure } from '#lib/api/failure.ts'
import { refreshOnce } from './refresh.ts'
import { $session, catchUp, endSession } from './session.ts'

// What happens on a 401, in order:
// 1. Every call of a page is a `siteCall` (stores/site/api.ts), which sends it by `sendSignedIn` below.
// 2. `retryOnce` sends it again, once, with a newer token: another tab's, or one from `refreshOnce` (refresh.ts), which
//    makes one request of one tab at a time.
// 3. Without a newer token a call that may be anonymous is sent without one; the others fail as `signed-out`.
// 4. If the server refuses the refresh or the newer token, `endSession` (session.ts) signs every tab out, and
//    `ended-session.ts` keeps the customer's unsaved work for when they sign in again. If the refresh gets no answer,
//    the call fails as it would without a network, and the session stays until its token has expired.
// 5. The sign-in form says that the session has ended (`hasEnded` in ui/sign-in/SignInForm.tsx); other screens show the
//    sentence for `signed-out` (`failureMessage` in lib/api/failure.ts).

/** The tokens of a call; a test gives its own. */
export interface CallTokens {
  stored(): string | null
  /** @returns `null` when the session is over, or why it could not be refreshed. */
  newerThan(refused: string): Promise<string | null | ApiFailure>
  /** The newer token is refused as well. */
  end(refused: string): void
}

/** Sends a call once, and once more after a 401. */
export const retryOnce =
  (tokens: CallTokens): Authorize =>
  async (send, canBeAnonymous) => {
    const withoutToken = () => (canBeAnonymous ? send(null) : NOT_SIGNED_IN)
    const token = tokens.stored()
    if (token === null) return withoutToken()
    const answer = await send(token)
    if (!isUnauthorized(answer)) return answer
    const newer = await tokens.newerThan(token)
    if (newer === null) return withoutToken()
    if (typeof newer !== 'string') return newer
    const second = await send(newer)
    if (isUnauthorized(second)) tokens.end(newer)
    return second
  }

/** Sends a call of this page as the person who is signed in here. */
export const sendSignedIn: Authorize = retryOnce({
  stored: storedToken,
  async newerThan(refused) {
    const stored = storedToken()
    if (stored !== refused) return stored
    const refreshed = await refreshOnce()
    if (!refreshed.ok) return refreshed.failure.kind === 'signed-out' ? null : refreshed.failure
    return refreshed.token.access_token === refused ? null : refreshed.token.access_token
  },
  end(refused) {
    if (storedToken() === refused) endSession()
  },
})

function storedToken(): string | null {
  catchUp()
  return $session.get().token?.access_token ?? null
}
