import { hasAllCalls } from '#lib/site/all-calls.ts'
import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { loadModule } from '#lib/api/load-module.ts'
import { getCaptchaChallenge } from '#lib/site/calls.ts'
import { publicApi } from '#stores/site/public-api.ts'

const loadSolver = () =>
  Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/web/pbkdf2')])

/**
 * Solves a puzzle of the server, on the main thread in small pieces (the policy allows no worker). It is the captcha
 * of calls that are made from any page, since a vendor's script runs on some pages only.
 *
 * @returns The `captchaToken` of one call; each call wants its own.
 */
export async function solvePuzzle(call: ApiCall = publicApi): Promise<Result<string>> {
  if (!hasAllCalls()) return notSolved
  const challenge = await call(getCaptchaChallenge)
  if (!challenge.ok) return challenge
  const solver = await loadModule(loadSolver)
  if (!solver.ok) return solver
  const [{ solveChallenge }, { deriveKey }] = solver.value
  const puzzle = challenge.value as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: puzzle, deriveKey }).catch(() => null)
  if (!solution) return notSolved
  return { ok: true, value: btoa(JSON.stringify({ challenge: challenge.value, solution })) }
}

export const notSolved: Result<never> = {
  ok: false,
  failure: {
    kind: 'problem',
    status: 400,
    problem: {
      error: 'captcha_required',
      messages: [],
      message: 'The security check doesn’t work in this browser. Please try another one.',
    },
  },
}
