import type { Result } from '#lib/api/failure.ts'
import { findRecalls } from '#lib/addresses/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import type { RecallAnswer } from './recall-words.ts'

/** Asks the register and the list of recalls, with a captcha. Fetched when somebody turns to the form. */
export async function lookUp(
  registration: string,
  vinNumber: string,
): Promise<Result<RecallAnswer>> {
  const captcha = await solveCaptcha()
  return captcha.ok
    ? siteCall(findRecalls, {
        query: { registration, vinNumber },
        captchaToken: captcha.value,
      })
    : captcha
}
