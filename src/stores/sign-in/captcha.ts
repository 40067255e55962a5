import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { loadModule } from '#lib/api/load-module.ts'
import { loadConfig } from '#stores/site/config.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { notSolved, solvePuzzle } from './puzzle.ts'

const loadTurnstile = () => import('./turnstile.ts')

/** A puzzle of the server can be used for ten minutes. */
const AHEAD_MS = 5 * 60_000
let ahead: { token: Promise<Result<string>>; atMs: number } | null = null

/** Solves the server's puzzle while a form is filled in, so that sending it doesn't wait. A vendor's challenge is not. */
export async function solveAhead(call: ApiCall = publicApi): Promise<void> {
  const config = await loadConfig(call)
  const provider = config.ok && config.value.providers.captcha
  if (!provider || provider === 'none' || provider === 'turnstile' || isFresh()) return
  ahead = { token: solvePuzzle(call), atMs: performance.now() }
}

const isFresh = () => ahead !== null && performance.now() - ahead.atMs < AHEAD_MS

/** The answer that was made ahead, once. */
async function takeAhead(): Promise<Result<string> | null> {
  const made = isFresh() ? await ahead?.token : null
  ahead = null
  return made?.ok ? made : null
}

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
  if (!config.ok || provider !== 'turnstile') return (await takeAhead()) ?? solvePuzzle(call)
  const turnstile = await loadModule(loadTurnstile)
  if (!turnstile.ok) return turnstile
  const token = await turnstile.value.turnstileToken(config.value.captchaSiteKey)
  return token === null ? notSolved : { ok: true, value: token }
}
