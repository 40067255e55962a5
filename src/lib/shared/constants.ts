/** Business constants. Source: specification §9 unless a line says otherwise. */

/** At most one journey update in this many milliseconds. */
export const JOURNEY_UPDATE_INTERVAL_MS = 5_000
/** Every request gives up after five minutes. */
export const REQUEST_TIMEOUT_MS = 300_000
/** After this long a page names the action that is still running. */
export const WAIT_NAMED_AFTER_MS = 1_000
/** After this long a waiting page says that it is still working (decision 49). */
export const STILL_WORKING_AFTER_MS = 10_000
/** The access token is refreshed this long before it expires. */
export const REFRESH_BEFORE_EXPIRY_MS = 60_000
/** Toasts close after this long. */
export const TOAST_AUTO_CLOSE_MS = 5_000
/** The longest wait for stored state to load. */
export const PERSISTENCE_TIMEOUT_MS = 5_000
/** Pauses before a module that could not be loaded is tried again. */
export const MODULE_RETRY_PAUSES_MS = [300, 1_000, 3_000]
/** Chat widget: tries, one a second. */
export const CHAT_RETRY_MS = 1_000
export const CHAT_RETRY_LIMIT = 30
/** Digits of the code that is sent to an email address. */
export const VERIFICATION_CODE_LENGTH = 6
/** The id of a journey that is not saved yet. */
export const NEW_JOURNEY_ID = 'new-quote'
/** The id of the customer of a journey that is not saved yet. */
export const PLACEHOLDER_CUSTOMER_ID = -1
/** Bounds of the refresh shared by the tabs (decision 7). */
export const REFRESH_LOCK_TIMEOUT_MS = 5_000
export const REFRESH_STORAGE_WAIT_MS = 250
/** The days in which a customer can withdraw an account deletion. */
export const ACCOUNT_DELETION_DAYS = 14
/** The storage key of the session. Pages read it before the session store has loaded. */
export const SESSION_KEY = 'session:1'
/** Passkeys that one account can have. */
export const MAX_PASSKEYS = 10
/** Cars that one customer can have in their profile. */
export const MAX_VEHICLES = 10
/** The default number of days in which a buyer can cancel. */
export const CANCEL_DAYS = 3
