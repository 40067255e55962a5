import { z } from '#lib/shared/zod.ts'

/** A request to delete the account, and until when it can be withdrawn. */
export const DeletionRequest = z.object({ requestedAt: z.string(), dueAt: z.string() })

/** Where a marketing consent was given or withdrawn: at registration, in the profile, or by staff for the customer. */
export const ConsentSource = z.enum(['REGISTRATION', 'PROFILE', 'STAFF'])
export type ConsentSource = z.infer<typeof ConsentSource>

/** A requested copy of a customer's data. All but the first are `null` until it is ready. */
export const DataExport = z.object({
  requestedAt: z.string(),
  readyAt: z.nullable(z.string()),
  /** Until then it can be downloaded. */
  expiresAt: z.nullable(z.string()),
  sizeBytes: z.nullable(z.int()),
})
export type DataExport = z.infer<typeof DataExport>

const MarketingConsent = z.object({
  isGiven: z.boolean(),
  /** When it was last given or withdrawn; `null` if never asked. */
  at: z.nullable(z.string()),
  source: z.nullable(ConsentSource),
})

export const AccountState = z.object({
  hasPassword: z.boolean(),
  /** The requested new address, not verified yet. */
  pendingEmail: z.nullable(z.string()),
  marketing: MarketingConsent,
  deletion: z.nullable(DeletionRequest),
  dataExport: z.nullable(DataExport),
})
export type AccountState = z.infer<typeof AccountState>

export const SignedInDevice = z.object({
  sessionId: z.string(),
  /** Browser and system, `Chrome on Windows`; empty where the browser does not say. */
  device: z.string(),
  signedInAt: z.string(),
  /** The address it was signed in from, of IPv6 the first half; empty where it is not known. */
  network: z.string(),
  /** When its tokens were last renewed: it may have been used since then, for as long as an access token lasts. */
  lastUsedAt: z.string(),
  /** The session of this request. */
  isThis: z.boolean(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

/** The second factor of staff, beside their password. */
export const SecondFactor = z.object({
  /** When the authenticator app was set up; `null` without one. */
  since: z.nullable(z.string()),
  /** Whether every other call is refused without one. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** The number of passkeys: with one, no app is needed. */
  passkeys: z.int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const Passkey = z.object({
  passkeyId: z.string(),
  /** By default the device it was added on. */
  name: z.string(),
  addedAt: z.string(),
  /** When it last signed its owner in; `null`: not yet. */
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>
