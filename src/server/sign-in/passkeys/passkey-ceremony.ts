import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'
import { useUpChallenge } from './queries.ts'
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

const RSA_BYTES = { min: 256, max: 512 }
/** 65,537 fits, and no authenticator uses more. */
const MOST_EXPONENT_BYTES = 4

/**
 * Whether a key is one that authenticators make. With an RSA key of a stranger's making, each signature could take our
 * threads a hundred times as long.
 *
 * @param publicKey As COSE.
 */
export async function isOrdinaryKey(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { cose, decodeCredentialPublicKey } = await webAuthnHelpers()
  const key = decodeCredentialPublicKey(publicKey)
  if (!cose.isCOSEPublicKeyRSA(key)) return true
  const size = key.get(cose.COSEKEYS.n)?.length ?? 0
  const exponentSize = key.get(cose.COSEKEYS.e)?.length ?? 0
  return size >= RSA_BYTES.min && size <= RSA_BYTES.max && exponentSize <= MOST_EXPONENT_BYTES
}

/** Who we are to authenticators: passkeys work for the address of the site alone. */
export function relyingParty({ settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>) {
  const { hostname, origin } = new URL(settings.siteUrl)
  return { rpID: hostname, rpName: catalogue.brand.name, origin }
}

const RANDOM_BYTES = 10
const EXPIRY_BYTES = 6
const MAC_BYTES = 16

/** What ties a challenge to its ceremony and its end. */
function macOf(
  keys: Keys,
  { purpose, sessionId, ceremonyId }: Ceremony,
  stamped: Uint8Array,
): Buffer {
  const text = JSON.stringify([purpose, sessionId, ceremonyId])
  return createHmac('sha256', keys.code)
    .update(`passkey challenge ${text}`)
    .update(stamped)
    .digest()
    .subarray(0, MAC_BYTES)
}

/** A new challenge for five minutes. Nothing is kept of it: strangers ask for as many as they like. */
export function newChallenge({ keys, now }: Deps, ceremony: Ceremony): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeUIntBE(now().getTime() + CEREMONY_MS, 0, EXPIRY_BYTES)
  const stamped = Buffer.concat([randomBytes(RANDOM_BYTES), expiry])
  return Uint8Array.from(Buffer.concat([stamped, macOf(keys, ceremony, stamped)]))
}

/** The challenge that an answer names; `null` when it isn't one of this ceremony, or is over. */
export function challengeIn(
  { keys, now }: Deps,
  ceremony: Ceremony,
  clientDataJSON: string,
): string | null {
  const challenge = namedChallenge(clientDataJSON)
  const bytes = Buffer.from(challenge ?? '', 'base64url')
  const stamped = bytes.subarray(0, RANDOM_BYTES + EXPIRY_BYTES)
  const mac = bytes.subarray(stamped.length)
  if (mac.length !== MAC_BYTES || !isSameSecret(mac, macOf(keys, ceremony, stamped))) return null
  return stamped.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES) > now().getTime() ? challenge : null
}

/** Uses a challenge up, once its answer is found to be sound. Of many answers at once one gets it. */
export const takeChallenge = ({ db, now }: Deps, challenge: string): Promise<boolean> =>
  useUpChallenge(
    db,
    createHash('sha256').update(challenge).digest('base64url'),
    new Date(now().getTime() + CEREMONY_MS).toISOString(),
  )

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
