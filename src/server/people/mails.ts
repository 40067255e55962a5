import type { PersonRole } from '#lib/people/forms.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import { greeting, writeMail, type Mail } from '#server/platform/mail/mail.ts'
import { carName } from '#server/quotes/quote-blocks.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

const INVITED: Record<PersonRole, string> = {
  PARTNER: 'You can see the car and its price, follow its delivery and add comments.',
  JOINT_BUYER:
    'You can see the car and its price, follow its delivery, add comments and sign the agreement as a joint buyer.',
  APPROVER: 'They can confirm it once you’ve approved the car and its price.',
}

/** Invites an address to a purchase. It has nothing that its buyer typed: the address has proved nothing. */
export const invitationMail = (
  deps: Deps,
  {
    to,
    role,
    modelName,
    key,
    ends,
  }: { to: string; role: PersonRole; modelName: string; key: string; ends: string },
): Mail => {
  const { name } = deps.catalogue.brand
  return writeMail(deps, {
    kind: 'purchase-invitation',
    to,
    subject: `You’re invited to a purchase with ${name}`,
    blocks: [
      greeting(),
      {
        text: `Someone who’s buying a ${name} ${modelName} from us has invited you to their purchase. ${INVITED[role]}`,
      },
      {
        text: `Open the invitation and sign in with this email address, or create an account with it. The link works until ${formatInstant(ends)}.`,
      },
      { action: 'Open the invitation', url: mailPaths(deps).invitation(key) },
      { text: 'Don’t know who this is? You can ignore this email.', isNote: true },
    ],
  })
}

/** What a person did to a purchase, for its buyer. */
export type PersonDeed = 'JOINED' | 'COMMENT' | 'APPROVED' | 'CHANGE' | 'SIGNED' | 'LEFT'

const DEEDS: Record<PersonDeed, { subject: string; says: string }> = {
  JOINED: { subject: 'Your invitation was accepted', says: 'has joined' },
  COMMENT: { subject: 'There’s a new comment on your purchase', says: 'has commented on' },
  APPROVED: { subject: 'Your purchase is approved', says: 'has approved' },
  CHANGE: { subject: 'You’ve been asked for a change', says: 'has asked you to change' },
  SIGNED: {
    subject: 'Your joint buyer has signed the agreement',
    says: 'has signed the agreement for',
  },
  LEFT: { subject: 'Someone has left your purchase', says: 'has left' },
}

/** Tells the buyer what somebody they invited did, by the name that the buyer typed. */
export const personDeedMail = (
  deps: Deps,
  purchase: PurchaseMail & { personName: string; deed: PersonDeed; isStarted: boolean },
): Mail => {
  const { subject, says } = DEEDS[purchase.deed]
  return writePurchaseMail(deps, purchase, {
    kind: 'purchase-people',
    subject: `${subject}: ${carName(purchase.quote)}`,
    blocks: [
      { text: `${purchase.personName} ${says} your purchase of the ${carName(purchase.quote)}.` },
      purchase.isStarted
        ? purchaseLink(deps, purchase, 'confirm')
        : { action: 'Open My Purchases', url: mailPaths(deps).customer('agreements') },
    ],
  })
}

const NEWS: Record<'COMMENT' | 'CHANGED', { subject: string; text: (car: string) => string }> = {
  COMMENT: {
    subject: 'There’s a new comment',
    text: (car) => `There’s a new comment on the shared purchase of the ${car}.`,
  },
  CHANGED: {
    subject: 'Please look at the price again',
    text: (car) =>
      `The car or its price has changed since you replied about the shared purchase of the ${car}. Please check it again.`,
  },
}

/** Tells a person that there is something new in the purchase they were invited to. */
export const sharedPurchaseMail = (
  deps: Deps,
  {
    to,
    firstName,
    quote,
    sharedPurchaseId,
    news,
  }: {
    to: string
    firstName: string
    quote: Quote
    sharedPurchaseId: string
    news: keyof typeof NEWS
  },
): Mail =>
  writeMail(deps, {
    kind: 'shared-purchase',
    to,
    subject: `${NEWS[news].subject}: ${carName(quote)}`,
    blocks: [
      greeting(firstName),
      { text: NEWS[news].text(carName(quote)) },
      { action: 'Open the purchase', url: mailPaths(deps).sharedPurchase(sharedPurchaseId) },
    ],
  })
