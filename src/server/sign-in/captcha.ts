import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from '#lib/shared/zod.ts'
import type { Deps } from '#server/deps.ts'
import { ApiProblem, fieldError } from '#server/platform/http/api-problem.ts'

/** How long a puzzle may be worked on, in seconds. */
const LIFETIME_S = 600
/** About a tenth of a second of work on a desktop computer; a phone needs a few times that. */
const COST = { algorithm: 'PBKDF2/SHA-256', cost: 1000 } as const
const COUNTER = { most: 400, least: 100 }

const secretsOf = ({ keys }: Deps) => {
  const secret = (use: string) => createHmac('sha256', keys.captcha).update(use).digest('hex')
  return { hmacSignatureSecret: secret('challenge'), hmacKeySignatureSecret: secret('key') }
}

/** A puzzle for a browser to solve. It is signed, not stored. */
export const newChallenge = (deps: Deps): Promise<Challenge> =>
  createChallenge({
    ...COST,
    ...secretsOf(deps),
    counter: randomInt(COUNTER.most, COUNTER.least),
    // The library's own expiry reads the machine's clock; ours is the one we are given.
    data: { expires: Math.floor(deps.now().getTime() / 1000) + LIFETIME_S },
    deriveKey,
  })

const hex = z.string().check(z.regex(/^[0-9a-f]{2,128}$/))
const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(COST.algorithm),
      cost: z.literal(COST.cost),
      keyLength: z.literal(32),
      keyPrefix: hex,
      nonce: hex,
      salt: hex,
      data: z.object({ expires: z.int() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
})

/**
 * Accepts the answer to a captcha, once: to our own puzzle, or as the vendor of the settings judges it.
 *
 * @param isPuzzle Whether it is our own puzzle, whatever the settings say.
 * @param token For our puzzle, base64 of `{ challenge, solution }` as JSON.
 * @throws {ApiProblem} 400 `InvalidToken` when it is missing, wrong, too old or used before.
 * @throws {ProviderUnavailable} When the vendor does not answer.
 */
export async function checkCaptcha(
  deps: Deps,
  token: string | undefined,
  isPuzzle = false,
): Promise<void> {
  const vendor = isPuzzle && deps.settings.captcha.provider !== 'altcha' ? null : deps.captcha
  if (vendor) {
    if (!(await vendor.isRight(token ?? ''))) throw invalidToken()
    return
  }
  const payload = readPayload(token)
  const nowS = Math.floor(deps.now().getTime() / 1000)
  const expiresS = payload?.challenge.parameters.data.expires ?? 0
  if (!payload || expiresS < nowS) throw invalidToken()
  const { verified } = await verifySolution({ ...payload, ...secretsOf(deps), deriveKey })
  if (!verified) throw invalidToken()

  const used = await deps.db
    .insertInto('captcha_used')
    .values({
      nonce: payload.challenge.parameters.nonce,
      expires_at: new Date(expiresS * 1000).toISOString(),
    })
    .onConflict((conflict) => conflict.column('nonce').doNothing())
    .returning('nonce')
    .executeTakeFirst()
  if (!used) throw invalidToken()
}

/** Whether a token is the answer to our own puzzle; a wrong one is as good as none. It is right once. */
export async function isRightCaptcha(deps: Deps, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  try {
    await checkCaptcha(deps, token, true)
    return true
  } catch (error) {
    if (error instanceof ApiProblem) return false
    throw error
  }
}

function readPayload(token: string | undefined) {
  if (token === undefined || token.length > 4096) return null
  try {
    const json: unknown = JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
    return z.parse(Payload, json)
  } catch {
    return null
  }
}

const invalidToken = () =>
  new ApiProblem(400, 'InvalidToken', 'The security check didn’t work. Please try again.', [
    fieldError('X-Captcha-Token', 'is missing, wrong or used'),
  ])
