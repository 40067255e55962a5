import { failureMessage, type ApiFailure } from './failure.ts'

/** The sentence for a failed sign-in (specification §5). */
export function tokenFailureMessage(failure: ApiFailure): string {
  if (isCaptchaFailure(failure)) return CAPTCHA_MESSAGE
  if (failure.kind !== 'problem' && failure.kind !== 'unreadable') return failureMessage(failure)
  return failure.status === 400
    ? 'Invalid username or password'
    : `Received an unexpected response (${failure.status})`
}

const CAPTCHA_MESSAGE = 'The security check didn’t work in this browser. Please try again.'

/** The server requires a captcha after too many attempts. */
export const isCaptchaFailure = (failure: ApiFailure): boolean =>
  failure.kind === 'problem' && failure.problem.error === 'captcha_required'
