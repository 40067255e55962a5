import { createHmac } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'
import { subjectOf } from '#server/sign-in/codes.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

const VALID_MS = 30 * DAY_MS

const sign = (keys: Keys, text: string) =>
  createHmac('sha256', keys.browser).update(`staff browser ${text}`).digest('base64url')

/** What a browser keeps in which staff just signed in with their password. It signs no one in. */
export function newStaffBrowser({ keys, now, newId }: Deps, email: string): string {
  const text = `${newId()}.${now().getTime() + VALID_MS}`
  return `${text}.${sign(keys, `${text} ${subjectOf(keys, email)}`)}`
}

/**
 * The id of a browser in which staff signed in to this account in the last 30 days. Wrong passwords are counted for it
 * alone: those who share its network, such as a showroom's visitors, cannot keep staff from signing in.
 */
export function staffBrowserOf(
  { keys, now }: Deps,
  email: string,
  kept: string | undefined,
): string | null {
  const [id, endsAtMs, signature] = kept?.split('.') ?? []
  if (!id || !endsAtMs || !signature) return null
  const isOurs = isSameSecret(signature, sign(keys, `${id}.${endsAtMs} ${subjectOf(keys, email)}`))
  return isOurs && now().getTime() < Number(endsAtMs) ? id : null
}
