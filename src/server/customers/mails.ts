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
import { DELETION_CANCELLED } from '#server/sign-in/security-mails.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

const NOT_YOU = (deps: Deps): Block[] => [
  {
    text: `Wasn’t this you? Set a new password now, and call us on ${deps.catalogue.brand.phone}.`,
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
      { text: `The code works once and expires in ${minutes} minutes.` },
      {
        text: 'Didn’t ask for this? You can ignore this email. Nothing changes without the code.',
      },
    ],
  })

/** Warns an account's holder that another address was requested. */
export const emailChangeRequestedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'email-change-asked',
    to,
    subject: `A new email address for your ${deps.catalogue.brand.name} account`,
    blocks: [
      greeting(firstName),
      {
        text: 'Someone who’s signed in to your account has asked to change its email address. Nothing changes until the new address is confirmed.',
      },
      ...NOT_YOU(deps),
    ],
  })

/** Goes to the address an account had before. */
export const emailChangedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'email-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} account has a new email address`,
    blocks: [
      greeting(firstName),
      {
        text: 'Your account’s email address has changed. You can no longer sign in with this address.',
      },
      { text: `Wasn’t this you? Call us on ${deps.catalogue.brand.phone}.` },
    ],
  })

/** Gives a customer on record an account: a link that signs in once. */
export const webAccountCreatedMail = (
  deps: Deps,
  {
    to,
    firstName,
    linkToken,
    minutes,
    hadDeletion,
  }: Recipient & { linkToken: string; minutes: number; hadDeletion: boolean },
): Mail =>
  writeMail(deps, {
    kind: 'web-account',
    to,
    subject: `Your ${deps.catalogue.brand.name} account`,
    blocks: [
      greeting(firstName),
      {
        text: 'We’ve set up an account for you, with your quotes and purchases. Open it here:',
      },
      {
        action: 'Open my account',
        url: `${mailPaths(deps).customer('sign-in')}?${new URLSearchParams({ token: linkToken })}`,
      },
      {
        text: `The link works once and expires in ${minutes} minutes. After that, sign in with this email address and we’ll send you a code.`,
      },
      ...(hadDeletion ? [DELETION_CANCELLED] : []),
      {
        text: 'Not a customer of ours? You can ignore this email.',
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
    subject: `Your ${deps.catalogue.brand.name} account will be deleted`,
    blocks: [
      greeting(firstName),
      {
        text: `You asked us to delete your account. We’ll delete it on ${formatDay(aucklandDay(dueAt))}. Until then it works as usual, and you can still change your mind:`,
      },
      { action: 'Keep my account', url: mailPaths(deps).customer('profile') },
      {
        text: 'We’ll delete your quotes, vehicles and contact details, and cancel any service bookings you have from that day on. We keep records of purchases for as long as the law requires.',
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
        text: `The copy of your data is ready. You can download it until ${formatDeadline(expiresAt)}. Sign in to your profile and look under “Information we hold about you”.`,
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
    subject: `Your ${deps.catalogue.brand.name} account won’t be deleted`,
    blocks: [
      greeting(firstName),
      { text: 'You’ve chosen to keep your account. We haven’t deleted anything.' },
      ...NOT_YOU(deps),
    ],
  })
