import type { Deps } from '#server/deps.ts'
import type { NewCode } from './codes.ts'
import {
  greeting,
  writeMail,
  type Block,
  type Mail,
  type Recipient,
} from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

/** How long a link that signs in works. */
export const LINK_MINUTES = 15

const IGNORE: Block = {
  text: 'Didn’t ask for this? You can ignore this email. No one can sign in without the code. We’ll never ask you for it by phone or message.',
}

interface CodeRecipient extends Recipient {
  code: string
  minutes: number
}

/** The code that signs in, and that proves a new account's address. */
export const signInCodeMail = (deps: Deps, { to, firstName, code, minutes }: CodeRecipient): Mail =>
  writeMail(deps, {
    kind: 'sign-in-code',
    to,
    subject: `Your ${deps.catalogue.brand.name} sign-in code`,
    blocks: [
      greeting(firstName),
      { text: 'Your sign-in code is:' },
      { code },
      { text: `The code works once and expires in ${minutes} minutes.` },
      IGNORE,
    ],
  })

/** A link that signs in, and the code: many were asked for, or many wrong ones entered. */
const signInLinkMail = (
  deps: Deps,
  {
    to,
    firstName,
    code,
    minutes,
    linkToken,
    isResting,
  }: CodeRecipient & { linkToken: string; isResting: boolean },
): Mail =>
  writeMail(deps, {
    kind: 'sign-in-code',
    to,
    subject: `Your ${deps.catalogue.brand.name} sign-in link`,
    blocks: [
      greeting(firstName),
      {
        text: 'There have been a lot of code requests or wrong codes for this email address. Use this link to sign in instead:',
      },
      {
        action: 'Sign in',
        url: `${mailPaths(deps).customer('sign-in')}?${new URLSearchParams({ token: linkToken })}`,
      },
      { text: `The link works once and expires in ${LINK_MINUTES} minutes.` },
      ...(isResting
        ? []
        : [{ text: `Or enter this code in the next ${minutes} minutes:` }, { code }]),
      {
        text: 'Didn’t ask for this? You can ignore this email. No one can sign in without this email. We’ll never ask you for the code or the link by phone or message.',
      },
    ],
  })

/** The code that creates an account with a password: it proves the address and confirms the password. */
const registrationCodeMail = (deps: Deps, { to, firstName, code, minutes }: CodeRecipient): Mail =>
  writeMail(deps, {
    kind: 'registration-code',
    to,
    subject: `Confirm your new ${deps.catalogue.brand.name} account`,
    blocks: [
      greeting(firstName),
      {
        text: `Someone is creating an account and a password for this email address. If it’s you, enter this code to confirm both:`,
      },
      { code },
      {
        text: `The code works once and expires in ${minutes} minutes. Enter it on the page where you’re creating the account. It won’t sign you in anywhere else.`,
      },
      {
        text: 'Didn’t just choose a password? Don’t enter this code, because it would confirm a password that someone else chose. You can ignore this email. We’ll never ask you for the code by phone or message.',
      },
    ],
  })

/** Goes to the holder of an address that was used to create a second account. */
const accountExistsMail = (deps: Deps, { to, firstName, code, minutes }: CodeRecipient): Mail =>
  writeMail(deps, {
    kind: 'account-exists',
    to,
    subject: `You already have an account with ${deps.catalogue.brand.name}`,
    blocks: [
      greeting(firstName),
      {
        text: 'Someone, probably you, tried to create an account with this address. You already have one, so nothing has changed. Use this code to sign in:',
      },
      { code },
      { text: `The code works once and expires in ${minutes} minutes.` },
      IGNORE,
    ],
  })

/**
 * The mail that brings a sign-in code or the code of a registration.
 *
 * @param to The address on record: another spelling may be another person's mailbox.
 * @param isKnown Of a registration: the address has an account that works.
 */
export function codeMail(
  deps: Deps,
  { email: to, firstName }: { email: string; firstName: string },
  code: NewCode,
  { isKnown = false } = {},
): Mail {
  const letter = { to, firstName, ...code }
  if (code.purpose === 'SIGN_IN_LINK') return signInLinkMail(deps, letter)
  if (code.purpose === 'REGISTRATION') return registrationCodeMail(deps, letter)
  return (isKnown ? accountExistsMail : signInCodeMail)(deps, letter)
}
