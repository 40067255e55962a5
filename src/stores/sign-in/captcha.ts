import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { loadModule } from '#lib/api/load-module.ts'
import { loadConfig } from '#stores/site/config.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { notSolved, solvePuzzle } from './puzzle.ts'

const loadTurnstile = () => import('./turnstile.ts')

/**
 * Solves a captcha: the server's puzzle, or the challenge of the vendor that the settings name. Only pages that allow the
 * vendor's script may use this (`TURNSTILE_ON_PAGES`).
 *
 * @returns The `captchaToken` of one call; each call wants its own.
 */
export async function solveCaptcha(call: ApiCall = publicApi): Promise<Result<string>> {
  const config = await loadConfig(call)
  const provider = config.ok && config.value.providers.captcha
  // An API of the brand's own may want none.
  if (provider === 'none') return { ok: true, value: '' }
  if (!config.ok || provider !== 'turnstile') return solvePuzzle(call)
  const turnstile = await loadModule(loadTurnstile)
  if (!turnstile.ok) return turnstile
  const token = await turnstile.value.turnstileToken(config.value.captchaSiteKey)
  return token === null ? notSolved : { ok: true, value: token }
}
