/** Whether this browser can use passkeys of this page: over https, or on localhost, and of a host with a name. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** Whether this device can keep a passkey, behind a fingerprint, a face or a PIN. */
export const canKeepPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

/** Whether the browser can offer passkeys in the list under a field. */
export const canFillInPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** The message after adding one. */
export const PASSKEY_ADDED = 'Passkey added. You can sign in with it next time.'
