import { MAX_PASSKEYS } from '#lib/shared/constants.ts'
import type { addPasskey as addCall } from '#lib/sign-in/passkey-calls.ts'
import type { Passkey } from '#lib/customers/account-shapes.ts'
import { deviceName } from '#lib/sign-in/device.ts'
import type { z } from '#lib/shared/zod.ts'
import { getCustomerLogin } from '#server/customers/queries.ts'
import {
  deletePasskey,
  handleOf,
  inDigits,
  insertPasskey,
  listPasskeys,
  renamePasskey as renameRow,
} from './queries.ts'
import {
  revokeSessionsByPasskey,
  revokeSessionsOf,
  type SessionOwner,
} from '#server/sign-in/session-queries.ts'
import { findStaff, getStaffLogin } from '#server/staff/queries.ts'
import type { PasskeyRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import {
  ApiProblem,
  conflict,
  fieldError,
  invalid,
  notFound,
} from '#server/platform/http/api-problem.ts'
import { auditRights } from '#server/staff/audit.ts'
import { passkeyChangedMail } from '#server/sign-in/security-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import {
  ALGORITHMS,
  CEREMONY_MS,
  challengeIn,
  isOrdinaryKey,
  newChallenge,
  relyingParty,
  takeChallenge,
  webAuthn,
  webAuthnHelpers,
  type Ceremony,
} from './passkey-ceremony.ts'
import { isFresh, reauthenticate } from '#server/sign-in/reauthenticate.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { reauthenticateStaff } from '#server/sign-in/second-factor.ts'
import { requireOpenSession, sessionOf } from '#server/sign-in/sessions.ts'

/** The caller of the passkey calls, with network address and browser. */
export interface AtOwnPasskeys {
  actor: Actor
  ip: string
  userAgent: string | undefined
}

interface Proof {
  currentPassword?: string | undefined
  code?: string | undefined
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  passkeyId: row.passkey_id,
  name: row.name,
  addedAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

/** The passkeys of an account, newest first. */
export const passkeysOf = async ({ db }: Deps, owner: SessionOwner): Promise<Passkey[]> =>
  (await listPasskeys(db, owner)).map(toPasskey)

export const ownPasskeys = (deps: Deps, actor: Actor): Promise<Passkey[]> =>
  passkeysOf(deps, sessionOf(actor).owner)

/**
 * Reauthenticates the caller, unless they signed in a moment ago.
 *
 * @throws {ApiProblem} 400 naming the field, 429 after too many wrong passwords.
 */
async function prove(deps: Deps, { actor, ip }: AtOwnPasskeys, given: Proof): Promise<void> {
  if (!given.currentPassword) {
    if (await isFresh(deps, sessionOf(actor).sessionId)) return
    throw invalid([fieldError('currentPassword', 'is required')])
  }
  if (actor.type === 'STAFF') {
    const { currentPassword, code } = given
    await reauthenticateStaff(deps, { actor, ip }, { currentPassword, code })
  }
  if (actor.type === 'CUSTOMER') {
    const login = await getCustomerLogin(deps.db, actor.customerId)
    await reauthenticate(deps, { actor, ip }, login, given.currentPassword)
  }
}

/** The name and address of an account's owner, as authenticators show them and mail greets them. */
async function whoIs({ db }: Deps, { customer_id, staff_id }: SessionOwner) {
  if (customer_id !== null) return getCustomerLogin(db, customer_id)
  const { email } = await getStaffLogin(db, staff_id!)
  return { ...(await findStaff(db, staff_id!))!, email }
}

const ceremonyOf = (actor: Actor, ceremonyId: string): Ceremony => ({
  purpose: 'add',
  sessionId: sessionOf(actor).sessionId,
  ceremonyId,
})

/**
 * Asks for a new passkey of a person who has proved who they are.
 *
 * @throws {ApiProblem} 400 naming the field of the proof, 409 where there are as many as there can be.
 */
export async function startPasskey(deps: Deps, caller: AtOwnPasskeys, proof: Proof) {
  const { actor } = caller
  const { owner } = sessionOf(actor)
  await prove(deps, caller, proof)
  const known = await listPasskeys(deps.db, owner)
  if (known.length >= MAX_PASSKEYS) throw tooManyPasskeys()
  const { email, firstName } = await whoIs(deps, owner)
  const handle = await handleOf(deps.db, owner, deps.newId())
  const { rpID, rpName } = relyingParty(deps)
  const ceremonyId = deps.newId()
  const { generateRegistrationOptions } = await webAuthn()
  const made = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(handle),
    userName: email,
    userDisplayName: firstName,
    challenge: newChallenge(deps, ceremonyOf(actor, ceremonyId)),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
  })
  const { challenge, user } = made
  return {
    ceremonyId,
    options: {
      challenge,
      rp: { id: rpID, name: rpName },
      user,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: CEREMONY_MS,
      attestation: 'none' as const,
      // An authenticator that has one is not asked for another.
      excludeCredentials: known.map(({ credential_id, transports }) => ({
        type: 'public-key' as const,
        id: credential_id,
        transports: JSON.parse(transports) as string[],
      })),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
    },
  }
}

/**
 * Adds a passkey that was made for a challenge of {@link startPasskey}, and tells its owner. The first second factor of a
 * member of staff signs them out elsewhere.
 *
 * @throws {ApiProblem} 400 for one that does not fit, 409 where an account has it or there are too many.
 */
export async function addPasskey(
  deps: Deps,
  { actor, userAgent }: AtOwnPasskeys,
  { ceremonyId, credential, name }: z.output<typeof addCall.body>,
): Promise<Passkey> {
  const { owner, sessionId } = sessionOf(actor)
  const ceremony = ceremonyOf(actor, ceremonyId)
  const challenge = challengeIn(deps, ceremony, credential.response.clientDataJSON)
  const made = challenge === null ? null : await verifiedPasskey(deps, challenge, credential)
  if (!made || !(await takeChallenge(deps, challenge!)))
    throw new ApiProblem(400, 'Validation', 'We couldn’t add this passkey. Please try again.')
  if (actor.type === 'CUSTOMER')
    await spendDaily(deps, deps.db, 'LIMIT_SIGN_IN_CHANGES_PER_DAY', actor.customerId)
  const now = deps.now().toISOString()
  const device = deviceName(userAgent)
  const row: PasskeyRow = {
    passkey_id: deps.newId(),
    credential_id: made.id,
    user_handle: await handleOf(deps.db, owner, deps.newId()),
    public_key: Buffer.from(made.publicKey).toString('base64url'),
    counter: inDigits(made.counter),
    transports: JSON.stringify(credential.response.transports ?? []),
    name: name ?? (device || 'Passkey'),
    created_at: now,
    last_used_at: null,
  }
  const { email: to, firstName } = await whoIs(deps, owner)
  const isStaff = owner.staff_id !== null
  const hasApp = isStaff && (await getStaffLogin(deps.db, owner.staff_id!)).totpSecret !== null
  await transact(deps, async (trx) => {
    await requireOpenSession(trx, { owner, sessionId })
    const count = await insertPasskey(trx, row, MAX_PASSKEYS)
    if (count === 'full') throw tooManyPasskeys()
    if (count === 'known') throw conflict('You’ve already added this passkey.')
    if (isStaff && count === 1 && !hasApp)
      await revokeSessionsOf(trx, owner, 'second-factor', now, sessionId)
    await enqueueMail(
      deps,
      trx,
      passkeyChangedMail(deps, { to, firstName, act: 'ADDED', device, isStaff }),
    )
    if (isStaff) await auditRights(trx, now, 'addPasskey', [actorName(actor)], actorName(actor))
  })
  return toPasskey(row)
}

const tooManyPasskeys = () =>
  conflict(
    `You have ${MAX_PASSKEYS} passkeys, the most you can have. Remove one before you add another.`,
  )

/** Accepted attestation formats: none, or self-attestation. We ask for no more. */
async function isWelcome(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, parseAuthenticatorData } = await webAuthnHelpers()
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  )
  const { credentialPublicKey } = parseAuthenticatorData(decoded.get('authData'))
  if (!credentialPublicKey || !(await isOrdinaryKey(credentialPublicKey))) return false
  // Certificates would be followed to where they say they can be revoked.
  const format = decoded.get('fmt')
  return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'))
}

/** The passkey in an answer to a challenge; `null` when it is not sound. */
async function verifiedPasskey(
  deps: Deps,
  challenge: string,
  credential: z.output<typeof addCall.body>['credential'],
) {
  const { verifyRegistrationResponse } = await webAuthn()
  const { rpID, origin } = relyingParty(deps)
  const { clientDataJSON, attestationObject } = credential.response
  try {
    if (!(await isWelcome(attestationObject))) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch {
    return null
  }
}

/** @throws {ApiProblem} 404 for one that is gone, and for another account's. */
export async function renamePasskey(
  { db }: Deps,
  actor: Actor,
  passkeyId: string,
  name: string,
): Promise<Passkey> {
  const row = await renameRow(db, sessionOf(actor).owner, passkeyId, name)
  if (!row) throw notFound()
  return toPasskey(row)
}

/**
 * Removes a passkey, tells its owner, and ends the other sessions that began with it. Another account's stays.
 *
 * @throws {ApiProblem} 400 naming the field of the proof.
 */
export async function removePasskey(
  deps: Deps,
  caller: AtOwnPasskeys,
  passkeyId: string,
  proof: Proof,
): Promise<void> {
  const { actor, userAgent } = caller
  const { owner, sessionId } = sessionOf(actor)
  await prove(deps, caller, proof)
  const now = deps.now().toISOString()
  const { email: to, firstName } = await whoIs(deps, owner)
  const isStaff = owner.staff_id !== null
  const news = { to, firstName, act: 'REMOVED', device: deviceName(userAgent), isStaff } as const
  await transact(deps, async (trx) => {
    await requireOpenSession(trx, { owner, sessionId })
    const own = (await listPasskeys(trx, owner)).some(({ passkey_id }) => passkey_id === passkeyId)
    if (!own) return
    await revokeSessionsByPasskey(trx, owner, passkeyId, now, sessionId)
    if (!(await deletePasskey(trx, owner, passkeyId))) return
    await enqueueMail(deps, trx, passkeyChangedMail(deps, news))
    if (isStaff) await auditRights(trx, now, 'removePasskey', [actorName(actor)], actorName(actor))
  })
}
