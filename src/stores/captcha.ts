import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { getCaptchaChallenge } from '#lib/contract/site.ts'
import { openCall } from './site.ts'

/**
 * Solves one puzzle of the server, on the main thread in small pieces (the policy allows no worker).
 *
 * @returns The `captchaToken` of one call; each call wants its own.
 */
export async function solveCaptcha(call: ApiCall = openCall): Promise<Result<string>> {
  const challenge = await call(getCaptchaChallenge)
  if (!challenge.ok) return challenge
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const puzzle = challenge.value as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: puzzle, deriveKey }).catch(() => null)
  if (!solution)
    return {
      ok: false,
      failure: { kind: 'problem', status: 400, problem: { messages: [], message: NOT_SOLVED } },
    }
  return { ok: true, value: btoa(JSON.stringify({ challenge: challenge.value, solution })) }
}

const NOT_SOLVED = 'The security check could not be done in this browser. Please try another one.'
