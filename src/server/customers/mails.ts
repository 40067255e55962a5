import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import {
  greeting,
  writeMail,
  type Block,
  type Mail,
  type Recipient,
} from '#server/platform/mail/mail.ts'
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
      { text: `It works once, in the next ${minutes} minutes. Or open this link within an hour:` },
      {
        action: 'Set a new password',
        url: `${mailPaths(deps).customer('forgot')}?${new URLSearchParams({ email: to, code: linkToken })}`,
      },
      {
        text: 'If you did not ask for this, you can ignore this email: your password stays as it is.',
      },
    ],
  })

/**
 * Confirms a changed password; `isHere`: the device it was changed on is still signed in; `hadPasskeys`: they were
 * removed with it.
 */
export const passwordChangedMail = (
  deps: Deps,
  {
    to,
    firstName,
    isHere = false,
    hadPasskeys = false,
  }: Recipient & { isHere?: boolean; hadPasskeys?: boolean },
): Mail =>
  writeMail(deps, {
    kind: 'password-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} password was changed`,
    blocks: [
      greeting(firstName),
      {
        text: `Your password was changed, and every ${isHere ? 'other device' : 'device'} was signed out. Sign in with the new one.`,
      },
      ...(hadPasskeys
        ? [{ text: 'Your passkeys were removed as well. You can add them again in your profile.' }]
        : []),
      {
        text: `If this was not you, set another password now, and call us on ${deps.catalogue.brand.phone}.`,
      },
      { action: 'Set a new password', url: mailPaths(deps).customer('forgot') },
    ],
  })

/** The same for staff, who cannot set a password by mail. */
export const staffPasswordChangedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'staff-password-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} staff password was changed`,
    blocks: [
      greeting(firstName),
      { text: 'Your password was changed, and every other device was signed out.' },
      { text: 'If this was not you, tell an admin at once: they give you a new one.' },
    ],
  })

const SECOND_FACTOR_NEWS = {
  SET_UP: {
    kind: 'staff-second-factor',
    subject: 'An authenticator app was set up for your staff account',
    text: 'An authenticator app was set up for your account, and every other device was signed out.',
  },
  RECOVERY_CODE: {
    kind: 'staff-recovery-code',
    subject: 'A recovery code of your staff account was used',
    text: 'A recovery code was used in place of a code of your authenticator app. It does not work again.',
  },
}

/** Confirms a change of a staff member's second factor. */
export const staffSecondFactorMail = (
  deps: Deps,
  { to, firstName, act }: Recipient & { act: keyof typeof SECOND_FACTOR_NEWS },
): Mail => {
  const { kind, subject, text } = SECOND_FACTOR_NEWS[act]
  return writeMail(deps, {
    kind,
    to,
    subject: `${deps.catalogue.brand.name}: ${subject}`,
    blocks: [
      greeting(firstName),
      { text },
      {
        text: 'If this was not you, somebody knows your password: tell an admin at once, who gives you a new one and resets your second factor.',
      },
    ],
  })
}

/** Confirms that a passkey was added to an account, or removed. */
export const passkeyMail = (
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
      { text: `A passkey was ${done} your account${device && `, on ${device}`}.` },
      ...(isStaff
        ? [{ text: 'If this was not you, tell an admin straight away.' }]
        : [
            {
              text: `If this was not you, check your passkeys and the devices you are signed in on, and call us on ${deps.catalogue.brand.phone}.`,
            },
            { action: 'Check my passkeys', url: mailPaths(deps).customer('profile') },
          ]),
    ],
  })
}

const NOT_YOU = (deps: Deps): Block[] => [
  {
    text: `If this was not you, set another password now, and call us on ${deps.catalogue.brand.phone}.`,
  },
  { action: 'Set a new password', url: mailPaths(deps).customer('forgot') },
]

/** The code that proves the address an account is to have. Until then it may be anyone's, so it uses no name. */
export const emailChangeCodeMail = (
  deps: Deps,
  { to, code, minutes }: Pick<Recipient, 'to'> & { code: string; minutes: number },
): Mail =>
  writeMail(deps, {
    kind: 'email-change-code',
    to,
    subject: `Confirm your ${deps.catalogue.brand.name} email address`,
    blocks: [
      greeting(),
      { text: 'To use this address for your account, enter this code:' },
      { code },
      { text: `It works once, in the next ${minutes} minutes.` },
      {
        text: 'If you did not ask for this, you can ignore this email: nothing changes without the code.',
      },
    ],
  })

/** Warns an account's holder that another address was requested. */
export const emailChangeAskedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'email-change-asked',
    to,
    subject: `Another address for your ${deps.catalogue.brand.name} account`,
    blocks: [
      greeting(firstName),
      {
        text: 'Somebody signed in to your account asked for another email address. Nothing has changed yet: it will once the new address is confirmed.',
      },
      ...NOT_YOU(deps),
    ],
  })

/** Goes to the address an account had before. */
export const emailChangedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'email-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} account has another address`,
    blocks: [
      greeting(firstName),
      {
        text: 'The email address of your account was changed. This address no longer signs in.',
      },
      { text: `If this was not you, call us on ${deps.catalogue.brand.phone}.` },
    ],
  })

/** Gives a customer on record an account: a link that signs in once. */
export const webAccountMail = (
  deps: Deps,
  { to, firstName, linkToken, minutes }: Recipient & { linkToken: string; minutes: number },
): Mail =>
  writeMail(deps, {
    kind: 'web-account',
    to,
    subject: `Your ${deps.catalogue.brand.name} account`,
    blocks: [
      greeting(firstName),
      {
        text: 'You have an account with us now, with your quotes and purchases. This link opens it:',
      },
      {
        action: 'Open my account',
        url: `${mailPaths(deps).customer('sign-in')}?${new URLSearchParams({ token: linkToken })}`,
      },
      {
        text: `It works once, in the next ${minutes} minutes. Later, sign in with this address: we send a code to it whenever you need one.`,
      },
      {
        text: 'If you are not a customer of ours, you can ignore this email.',
      },
    ],
  })

/** Confirms the request to delete an account, and until when it can be withdrawn. */
export const deletionAskedMail = (
  deps: Deps,
  { to, firstName, dueAt }: Recipient & { dueAt: string },
): Mail =>
  writeMail(deps, {
    kind: 'deletion-asked',
    to,
    subject: `Your ${deps.catalogue.brand.name} account is to be deleted`,
    blocks: [
      greeting(firstName),
      {
        text: `You asked us to delete your account. We do so on ${formatDay(aucklandDay(dueAt))}. Until then it works as before, and you can keep it after all:`,
      },
      { action: 'Keep my account', url: mailPaths(deps).customer('profile') },
      {
        text: 'Your quotes, vehicles and contact details are deleted. Records of purchases are kept for as long as the law asks.',
      },
      ...NOT_YOU(deps),
    ],
  })

/** The copy of a customer's data is ready to download. */
export const dataExportMail = (
  deps: Deps,
  { to, firstName, expiresAt }: Recipient & { expiresAt: string },
): Mail =>
  writeMail(deps, {
    kind: 'data-export',
    to,
    subject: 'Your data is ready to download',
    blocks: [
      greeting(firstName),
      {
        text: `The copy of your data is ready. Log in and download it from your profile, under “What we hold about you”, until ${formatDeadline(expiresAt)}.`,
      },
      { action: 'Open my profile', url: mailPaths(deps).customer('profile') },
      ...NOT_YOU(deps),
    ],
  })

/** Confirms that an account is kept after all. */
export const deletionWithdrawnMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'deletion-withdrawn',
    to,
    subject: `Your ${deps.catalogue.brand.name} account stays`,
    blocks: [
      greeting(firstName),
      { text: 'You chose to keep your account. Nothing was deleted.' },
      ...NOT_YOU(deps),
    ],
  })
