import { z } from '#lib/shared/zod.ts'
import type { PageVendor } from '#server/platform/http/security-headers.ts'
import { ask, ProviderUnavailable, understood } from '../ask.ts'

const WHAT = 'The security check'
const TIMEOUT_MS = 5_000
/** The longest token of Turnstile. */
const MAX_TOKEN_LENGTH = 2048

const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.optional(z.array(z.string())),
})

/** The pages with a captcha run Cloudflare's widget in a frame. */
export const TURNSTILE_ON_PAGES: PageVendor = {
  pages: ['/contact/', '/customer/', '/purchase/', '/recalls/', '/service/', '/test-drive/'],
  sources: {
    'script-src': 'https://challenges.cloudflare.com',
    'frame-src': 'https://challenges.cloudflare.com',
  },
}

/** Errors on our side; the visitor's answer may have been right. */
const OUR_ERRORS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

/** Checks answers to a captcha. */
export interface CaptchaJudge {
  /**
   * Whether an answer is right. Each works once.
   *
   * @throws {ProviderUnavailable} If it cannot be checked.
   */
  isRight(token: string): Promise<boolean>
}

/**
 * Cloudflare Turnstile, without the visitor's address, which it does not need.
 *
 * @see https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export const turnstile = ({ url, secret }: { url: string; secret: string }): CaptchaJudge => ({
  async isRight(token) {
    if (token === '' || token.length > MAX_TOKEN_LENGTH) return false
    const reply = await ask({
      what: WHAT,
      url: new URL(url),
      form: { secret, response: token },
      timeoutMs: TIMEOUT_MS,
    })
    const verdict = understood(WHAT, Verdict, reply)
    const ours = verdict['error-codes']?.filter((code) => OUR_ERRORS.includes(code)) ?? []
    if (ours.length > 0) throw new ProviderUnavailable(WHAT, new Error(ours.join(', ')))
    return verdict.success
  },
})
