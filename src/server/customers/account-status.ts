import type { WebAccountStatus } from '#lib/codes.ts'

/** The rights of an account. */
interface AccountRights {
  /** Gets codes and links, and signs in with them. */
  codes: boolean
  /** Signs in with its password. */
  password: boolean
  /** Stays signed in. */
  sessions: boolean
  /** Gets quotes by email. */
  mail: boolean
  /** Can be given an account to sign in with: it has none that works. A closed one is never opened again. */
  webAccount: boolean
}

/**
 * The rights of each status: the account works; its address is not proven; staff must check it first; it is closed.
 */
export const ACCOUNT_RIGHTS: Record<WebAccountStatus, AccountRights> = {
  ACTIVE: { codes: true, password: true, sessions: true, mail: true, webAccount: false },
  VERIFYPEND: { codes: true, password: false, sessions: false, mail: true, webAccount: true },
  PROBLEM: { codes: false, password: false, sessions: false, mail: true, webAccount: true },
  DEACTIVE: { codes: false, password: false, sessions: false, mail: false, webAccount: false },
}
