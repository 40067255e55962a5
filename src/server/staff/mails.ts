import type { Deps } from '#server/deps.ts'
import { greeting, writeMail, type Mail, type Recipient } from '#server/platform/mail/mail.ts'

/** Confirms a changed password to a member of staff, who cannot set one by mail. */
export const staffPasswordChangedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'staff-password-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} staff password was changed`,
    blocks: [
      greeting(firstName),
      { text: 'Your password was changed, and you’ve been signed out on every other device.' },
      { text: 'Wasn’t this you? Tell an admin straight away. They’ll give you a new password.' },
    ],
  })

const SECOND_FACTOR_NEWS = {
  SET_UP: {
    kind: 'staff-second-factor',
    subject: 'An authenticator app was set up for your staff account',
    text: 'An authenticator app was set up for your account, and you’ve been signed out on every other device.',
  },
  RECOVERY_CODE: {
    kind: 'staff-recovery-code',
    subject: 'A recovery code for your staff account was used',
    text: 'A recovery code was used instead of a code from your authenticator app. It can’t be used again.',
  },
}

/** Confirms a change of a staff member's second factor. */
export const staffSecondFactorChangedMail = (
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
        text: 'Wasn’t this you? Someone may know your password. Tell an admin straight away. They’ll give you a new password and reset your authenticator app.',
      },
    ],
  })
}
