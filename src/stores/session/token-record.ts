import { refreshAtMs } from '#lib/shared/timing.ts'
import type { TokenAnswer } from '#lib/sign-in/calls.ts'
import type { TokenRecord } from './session-shape.ts'

/** The fields of a token endpoint's answer that are stored. */
export const tokenRecord = (answer: TokenAnswer, nowMs: number): TokenRecord => ({
  access_token: answer.access_token,
  refresh_token: answer.refresh_token,
  expires_in: answer.expires_in,
  refreshAt: refreshAtMs(nowMs, answer.expires_in),
})
