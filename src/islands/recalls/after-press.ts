import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { refusedFields, type Faults } from '#lib/shared/faults.ts'
import { findRecalls } from '#lib/vehicles/calls.ts'
import { normalisePlate, normaliseVin } from '#lib/vehicles/vehicle.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import { PLATE_MESSAGE, VIN_MESSAGE } from '#ui/fields/PlateField.tsx'
import type { RecallAnswer } from './recall-labels.ts'

// Loaded when the form is first used.
export { RecallResult } from './RecallResult.tsx'

/** The server's own messages when both are missing. */
const NEITHER: Faults = {
  registration: 'Enter a registration or a VIN',
  vinNumber: 'Enter a registration or a VIN',
}

/** The errors of the typed values, by field. */
function faultsOf(registration: string, vinNumber: string): Faults | null {
  if (registration === '' && vinNumber === '') return NEITHER
  const isPlateWrong = registration !== '' && normalisePlate(registration) === null
  const isVinWrong = vinNumber !== '' && normaliseVin(vinNumber) === null
  if (!isPlateWrong && !isVinWrong) return null
  return {
    ...(isPlateWrong && { registration: PLATE_MESSAGE }),
    ...(isVinWrong && { vinNumber: VIN_MESSAGE }),
  }
}

/** Looks up the recalls of a car, with a captcha: its recalls, the errors by field, or why it failed. */
export async function lookUpRecalls(
  registration: string,
  vinNumber: string,
): Promise<{ answer: RecallAnswer } | { faults: Faults } | { trouble: string }> {
  const faults = faultsOf(registration, vinNumber)
  if (faults) return { faults }
  const captcha = await solveCaptcha()
  const found = captcha.ok
    ? await siteCall(findRecalls, {
        query: { registration, vinNumber },
        captchaToken: captcha.value,
      })
    : captcha
  if (found.ok) return { answer: found.value }
  const refused = refusedFields(found.failure, Object.keys(NEITHER))
  return refused ? { faults: refused } : { trouble: messageOf(found.failure) }
}

/** The message of a failure. That of a refused security check is technical, so it is replaced. */
const messageOf = (failure: ApiFailure): string =>
  failure.kind === 'problem' && failure.problem.code === 'InvalidToken'
    ? 'The security check didn’t work. Please try again.'
    : failureMessage(failure)
