import type { Result } from '#lib/api/failure.ts'
import { findRecalls } from '#lib/vehicles/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import type { RecallAnswer } from './recall-labels.ts'

/** Looks up the recalls of a car, with a captcha. Loaded when the form is first used. */
export async function lookUpRecalls(
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
