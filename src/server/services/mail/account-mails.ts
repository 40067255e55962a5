import type { Deps } from '../../deps.ts'
import { mailPaths, writeMail, type Block, type Mail } from './mail.ts'

/** Kinds whose body holds a code: it is sent first, and not kept once it is sent. */
export const CODE_KINDS = ['sign-in-code', 'account-exists', 'password-reset'] as const

interface Recipient {
  to: string
  firstName: string
}

const greeting = (firstName: string): Block => ({
  text: firstName ? `Kia ora ${firstName},` : 'Kia ora,',
})

const IGNORE: Block = {
  text: 'If you did not ask for this, you can ignore this e-mail: nobody can sign in without the code. We never ask for it by phone or message.',
}

/** The code that signs in, and that proves a new account's address. */
export const signInCodeMail = (
  deps: Deps,
  { to, firstName, code, minutes }: Recipient & { code: string; minutes: number },
): Mail =>
  writeMail(deps, {
    kind: 'sign-in-code',
    to,
    subject: `Your ${deps.catalogue.brand.name} sign-in code`,
    blocks: [
      greeting(firstName),
      { text: 'Your sign-in code is:' },
      { code },
      { text: `It works once, in the next ${minutes} minutes.` },
      IGNORE,
    ],
  })

/** Goes to the holder of an address with which somebody tried to create a second account. */
export const accountExistsMail = (
  deps: Deps,
  { to, firstName, code, minutes }: Recipient & { code: string; minutes: number },
): Mail =>
  writeMail(deps, {
    kind: 'account-exists',
    to,
    subject: `You already have a ${deps.catalogue.brand.name} account`,
    blocks: [
      greeting(firstName),
      {
        text: 'Somebody, probably you, gave this address to create an account. You have one already, so nothing was changed. To sign in to it, use this code:',
      },
      { code },
      { text: `It works once, in the next ${minutes} minutes.` },
      IGNORE,
    ],
  })

/** The code that lets somebody set a new password, and a link with one that is too long to guess. */
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
        text: 'If you did not ask for this, you can ignore this e-mail: your password stays as it is.',
      },
    ],
  })

/** Tells an account's holder that its password is a new one. */
export const passwordChangedMail = (deps: Deps, { to, firstName }: Recipient): Mail =>
  writeMail(deps, {
    kind: 'password-changed',
    to,
    subject: `Your ${deps.catalogue.brand.name} password was changed`,
    blocks: [
      greeting(firstName),
      {
        text: 'Your password was changed, and every device was signed out. Sign in with the new one.',
      },
      {
        text: `If this was not you, set another password now, and call us on ${deps.catalogue.brand.phone}.`,
      },
      { action: 'Set a new password', url: mailPaths(deps).customer('forgot') },
    ],
  })
