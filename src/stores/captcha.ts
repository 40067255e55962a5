import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { fetchPart } from '#lib/api/part.ts'
import { getCaptchaChallenge } from '#lib/contract/site.ts'
import { loadConfig } from './config.ts'
import { openCall } from './open-call.ts'

/**
 * Answers a captcha: one puzzle of the server, solved on the main thread in small pieces (the policy allows
 * no worker), or what the vendor of the settings wants.
 *
 * @returns The `captchaToken` of one call; each call wants its own.
 */
export async function solveCaptcha(call: ApiCall = openCall): Promise<Result<string>> {
  const config = await loadConfig(call)
  if (config.ok && config.value.providers.captcha === 'turnstile') {
    const turnstile = await fetchPart(() => import('./turnstile.ts'))
    if (!turnstile.ok) return turnstile
    const token = await turnstile.value.turnstileToken(config.value.captchaSiteKey)
    return token === null ? notSolved : { ok: true, value: token }
  }
  const challenge = await call(getCaptchaChallenge)
  if (!challenge.ok) return challenge
  const solver = await fetchPart(() =>
    Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')]),
  )
  if (!solver.ok) return solver
  const [{ solveChallenge }, { deriveKey }] = solver.value
  const puzzle = challenge.value as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: puzzle, deriveKey }).catch(() => null)
  if (!solution) return notSolved
  return { ok: true, value: btoa(JSON.stringify({ challenge: challenge.value, solution })) }
}

const notSolved: Result<string> = {
  ok: false,
  failure: {
    kind: 'problem',
    status: 400,
    problem: {
      messages: [],
      message: 'The security check could not be done in this browser. Please try another one.',
    },
  },
}
