import type { WebAccountStatus } from '#lib/sign-in/code-shapes.ts'

/** What an account may do. */
interface AccountRights {
  /** Gets codes and links, and signs in with them. */
  codes: boolean
  /** Signs in with its password. */
  password: boolean
  /** Stays signed in. */
  sessions: boolean
  /** Gets quotes by e-mail. */
  mail: boolean
  /** Can be given an account to sign in with: it has none that works. */
  webAccount: boolean
}

/**
 * What each status of an account means: it works; its address is not proven yet; our people must look at it first; it
 * is closed.
 */
export const ACCOUNT_RIGHTS: Record<WebAccountStatus, AccountRights> = {
  ACTIVE: { codes: true, password: true, sessions: true, mail: true, webAccount: false },
  VERIFYPEND: { codes: true, password: false, sessions: false, mail: true, webAccount: true },
  PROBLEM: { codes: false, password: false, sessions: false, mail: true, webAccount: true },
  DEACTIVE: { codes: false, password: false, sessions: false, mail: false, webAccount: true },
}
