import type { Deps } from '#server/deps.ts'
import { greeting, writeMail, type Mail, type Recipient } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

/** The code to set a new password, and a link with a code too long to guess. */
export const passwordResetMail = (
  deps: Deps,
  {
    to,
    firstName,
    code,
    minutes,
    linkToken,
  }: Recipient & { code: string; minutes: number; linkToken: string },
): Mail =>
  writeMail(deps, {
    kind: 'password-reset',
    to,
    subject: `Your ${deps.catalogue.brand.name} password code`,
    blocks: [
      greeting(firstName),
      { text: 'To set a new password, enter this code:' },
      { code },
      {
        text: `The code works once and expires in ${minutes} minutes. Or open this link within an hour:`,
      },
      {
        action: 'Set a new password',
        url: `${mailPaths(deps).customer('forgot')}?${new URLSearchParams({ email: to, code: linkToken })}`,
      },
      {
        text: 'Didn’t ask for this? You can ignore this email. Your password stays the same.',
      },
    ],
  })

/** An account that is won back is kept. */
export const DELETION_CANCELLED = {
  text: 'We cancelled the deletion of your account. You can ask for it again in your profile.',
}

/**
 * Confirms a changed password; `isHere`: the device it was changed on is still signed in; `hadPasskeys`, `hadDeletion`:
 * they were removed with it. After a reset another person may have been signed in, and have shared a purchase.
 */
export const passwordChangedMail = (
  deps: Deps,
  {
    to,
    firstName,
    isHere = false,
    hadPasskeys = false,
    hadDeletion = false,
  }: Recipient & { isHere?: boolean; hadPasskeys?: boolean; hadDeletion?: boolean },
): Mail =>
  writeMail(deps, {
    kind: 'password-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} password was changed`,
    blocks: [
      greeting(firstName),
      {
        text: `Your password was changed, and you’ve been signed out on every ${isHere ? 'other device' : 'device'}. Use your new password to sign in again.`,
      },
      ...(hadPasskeys
        ? [{ text: 'We removed your passkeys too. You can add them again in your profile.' }]
        : []),
      ...(hadDeletion ? [DELETION_CANCELLED] : []),
      ...(isHere
        ? []
        : [{ text: 'Please check under My Purchases who else can see your purchases.' }]),
      {
        text: `Wasn’t this you? Set a new password now, and call us on ${deps.catalogue.brand.phone}.`,
      },
      { action: 'Set a new password', url: mailPaths(deps).customer('forgot') },
    ],
  })

/** Confirms that a passkey was added to an account, or removed. */
export const passkeyChangedMail = (
  deps: Deps,
  {
    to,
    firstName,
    act,
    device,
    isStaff,
  }: Recipient & { act: 'ADDED' | 'REMOVED'; device: string; isStaff: boolean },
): Mail => {
  const done = act === 'ADDED' ? 'added to' : 'removed from'
  return writeMail(deps, {
    kind: act === 'ADDED' ? 'passkey-added' : 'passkey-removed',
    to,
    subject: `A passkey was ${done} your ${deps.catalogue.brand.name} ${isStaff ? 'staff ' : ''}account`,
    blocks: [
      greeting(firstName),
      { text: `A passkey was ${done} your account${device && ` using ${device}`}.` },
      ...(isStaff
        ? [{ text: 'Wasn’t this you? Tell an admin straight away.' }]
        : [
            {
              text: `Wasn’t this you? Check your passkeys and your signed-in devices, and call us on ${deps.catalogue.brand.phone}.`,
            },
            { action: 'Check my passkeys', url: mailPaths(deps).customer('profile') },
          ]),
    ],
  })
}
