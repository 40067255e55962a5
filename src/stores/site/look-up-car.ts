import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { retrieveAndCreateCar } from '#lib/vehicles/calls.ts'
import type { z } from '#lib/shared/zod.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import { publicApi } from '#stores/site/public-api.ts'

export type RegisteredCar = z.infer<typeof retrieveAndCreateCar.answer>['car']

/**
 * Looks up a car. After a few look-ups the server requires a captcha (decision 33).
 *
 * @param regNo A normalised registration or VIN.
 */
export async function lookUpCar(
  regNo: string,
  call: ApiCall = publicApi,
): Promise<Result<RegisteredCar>> {
  const ask = (captchaToken?: string) =>
    call(retrieveAndCreateCar, { params: { regNo }, captchaToken })
  let answer = await ask()
  if (
    !answer.ok &&
    answer.failure.kind === 'problem' &&
    answer.failure.problem.code === 'InvalidToken'
  ) {
    const solved = await solveCaptcha(call)
    if (!solved.ok) return solved
    answer = await ask(solved.value)
  }
  return answer.ok ? { ok: true, value: answer.value.car } : answer
}
