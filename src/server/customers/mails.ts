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
export const emailChangeRequestedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
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
export const webAccountCreatedMail = (
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
export const deletionRequestedMail = (
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
export const dataExportReadyMail = (
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
        text: `The copy of your data is ready. Log in and download it from your profile, under “Information we hold about you”, until ${formatDeadline(expiresAt)}.`,
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
