import { createHash, randomBytes } from 'node:crypto'
import { insertChallenge, useUpChallenge } from './queries.ts'
import type { Deps } from '#server/deps.ts'

/** How long a person may take to answer a challenge: find the phone, unlock it. */
export const CEREMONY_MS = 5 * 60_000

/** ES256, EdDSA and RS256: one of them is in every authenticator. */
export const ALGORITHMS = [-7, -8, -257]

/** What a challenge is for. One that was asked for in another session, or in another tab, is another one. */
export interface Ceremony {
  purpose: 'add' | 'sign-in'
  /** The session it was asked for in; empty for a sign-in. */
  sessionId: string
  /** Only the tab that asked knows it: it does not pass through the authenticator. */
  ceremonyId: string
}

/** The library takes a fifth of a second to load, so a start does without it. */
export const webAuthn = () => import('@simplewebauthn/server')
/** The part of it that reads what an authenticator says of a new passkey. */
export const webAuthnHelpers = () => import('@simplewebauthn/server/helpers')

/** Who we are to authenticators: passkeys work for the address of the site alone. */
export function relyingParty({ settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>) {
  const { hostname, origin } = new URL(settings.siteUrl)
  return { rpID: hostname, rpName: catalogue.brand.name, origin }
}

const hashOf = ({ purpose, sessionId, ceremonyId }: Ceremony, challenge: string): string =>
  createHash('sha256')
    .update(JSON.stringify([purpose, sessionId, ceremonyId, challenge]))
    .digest('base64url')

/** Keeps a new challenge until it is answered, five minutes at most. */
export async function newChallenge(
  { db, now }: Deps,
  ceremony: Ceremony,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32)
  const expiresAt = new Date(now().getTime() + CEREMONY_MS).toISOString()
  await insertChallenge(db, hashOf(ceremony, challenge.toString('base64url')), expiresAt)
  return challenge
}

/**
 * Uses up the challenge that an answer names, whatever else the answer is worth.
 *
 * @returns The challenge; `null` when this ceremony has none like it that waits.
 */
export async function takeChallenge(
  { db, now }: Deps,
  ceremony: Ceremony,
  clientDataJSON: string,
): Promise<string | null> {
  const challenge = namedChallenge(clientDataJSON)
  if (challenge === null) return null
  const isOurs = await useUpChallenge(db, hashOf(ceremony, challenge), now().toISOString())
  return isOurs ? challenge : null
}

function namedChallenge(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}
