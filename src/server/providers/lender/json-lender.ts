import { createHash } from 'node:crypto'
import { SoftCheckAnswer } from '#lib/finance/soft-check.ts'
import { CreditDecision, neededWhenApproved } from '#lib/purchases/shapes.ts'
import { cents, code, day, text } from '#lib/shared/input.ts'
import { decideFinance } from '#lib/finance/calls.ts'
import { z } from '#lib/shared/zod.ts'
import { ask, understood } from '../ask.ts'
import type { LenderProvider, SoftCheckRequest } from './lender-provider.ts'
import { isSigned } from './notice-signature.ts'

/** A lender with the API of docs/finance.md. */
export interface LenderSettings {
  /** The lender's server, without a slash at the end. */
  url: string
  key: string
  webhookSecret: string
  /** It answers soft checks. */
  hasSoftCheck: boolean
  /** The name in logs; `lender` unless it is simulated. */
  name?: string
}

const WHAT = 'The lender'
/** The customer waits for this call. */
const TIMEOUT_MS = 30_000

/** An approval needs a limit, because a purchase cannot be confirmed for more. */
const hasLimit = neededWhenApproved('limitCents')

/** The decision of the contract, with limits on external input. */
const Answer = z
  .object({
    code: CreditDecision.shape.code,
    limitCents: z.optional(cents),
    annualRatePct: decideFinance.body.shape.annualRatePct,
    validUntil: z.optional(day),
    conditions: decideFinance.body.shape.conditions,
    answerBy: z.optional(day),
    lenderName: z.optional(text(60)),
  })
  .check(hasLimit)

const SoftAnswer = z.object({ answer: SoftCheckAnswer })

const Notice = z.object({
  eventId: code,
  reference: code,
  decision: z.omit(z.object(decideFinance.body.shape), { isCorrection: true }).check(hasLimit),
})

export function jsonLender({
  url,
  key,
  webhookSecret,
  hasSoftCheck,
  name = 'lender',
}: LenderSettings): LenderProvider {
  return {
    name,

    async decide(request) {
      // Changed answers are a new request, so that they do not get the earlier decision.
      const idempotencyKey = createHash('sha256').update(JSON.stringify(request)).digest('hex')
      const reply = await ask({
        what: WHAT,
        url: new URL(`${url}/applications`),
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
        json: request,
        timeoutMs: TIMEOUT_MS,
      })
      return understood(WHAT, Answer, reply)
    },

    ...(hasSoftCheck && {
      async softCheck(request: SoftCheckRequest) {
        const reply = await ask({
          what: WHAT,
          url: new URL(`${url}/soft-checks`),
          headers: { authorization: `Bearer ${key}` },
          json: request,
          timeoutMs: TIMEOUT_MS,
        })
        return understood(WHAT, SoftAnswer, reply).answer
      },
    }),

    readNotice(body, signature, now) {
      if (!isSigned(webhookSecret, body, signature, now)) return null
      const parsed = z.safeParse(Notice, jsonOf(body))
      return parsed.success ? parsed.data : null
    },
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
