import { createClient, type ApiCall } from '#lib/api/client.ts'
import { randomId } from '#lib/shared/random-id.ts'
import { sendSignedIn } from '#stores/session/unauthorized.ts'
import { paths } from './paths.ts'

/**
 * Calls this site's API. What happens on a 401 is in `unauthorized.ts`. A call that creates or spends has an idempotency key: a
 * repetition of one that got no answer is the same call.
 */
export const siteCall: ApiCall = withIdempotency(
  createClient({ base: paths.api, authorize: sendSignedIn }),
)

/**
 * Gives each call that creates or spends an `Idempotency-Key` of its own, and the same key to its repetitions until
 * there is a definite answer. It is another call once it is based on another version.
 */
export function withIdempotency(call: ApiCall, newKey = randomId): ApiCall {
  const keys = new Map<string, string>()
  return async (endpoint, ...[input]) => {
    if (!endpoint.isIdempotent || input?.idempotencyKey)
      return call(endpoint, ...([input] as never))
    const intention = JSON.stringify([
      endpoint.name,
      input?.params,
      input?.query,
      input?.body,
      input?.ifMatch,
    ])
    const idempotencyKey = keys.get(intention) ?? newKey()
    keys.set(intention, idempotencyKey)
    const answer = await call(endpoint, ...([{ ...input, idempotencyKey }] as never))
    // Also a success that could not be read: the effect is there, and its repetition must not be a second one.
    const isUncertain =
      !answer.ok &&
      (answer.failure.kind === 'network' ||
        ('status' in answer.failure &&
          (answer.failure.status >= 500 || answer.failure.status === endpoint.ok)))
    if (!isUncertain) keys.delete(intention)
    return answer
  }
}
