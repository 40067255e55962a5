import { endpoint } from '#lib/api/endpoint.ts'
import { Agreement } from '#lib/purchases/agreement-shapes.ts'
import { AgreementAnswer } from '#lib/purchases/forms.ts'
import { code, customerNumber } from '#lib/shared/input.ts'
import { z } from '#lib/shared/zod.ts'
import { NewComment, NewPerson, PersonAnswer } from './forms.ts'
import { Invitation, People, SharedPurchase, SharedPurchaseLine } from './shapes.ts'

// A buyer invites a partner or an approver, who signs in as themselves and sees the purchase without what is private.

const params = z.object({ id: code })
const ofPerson = z.object({ id: code, personId: code })
const ofKey = z.object({ key: code })
const buyer = { owner: 'purchase', refusal: 'Only the customer can do this.' } as const
const invited = {
  owner: 'shared purchase',
  refusal: 'Only the person who was invited can do this.',
} as const

export const getPeople = endpoint({
  name: 'getPeople',
  summary: 'The people whom a buyer has invited to a purchase, with their comments and answers.',
  method: 'GET',
  path: '/purchase-journey/:id/people',
  who: { owner: 'purchase', staff: 'sales' },
  params,
  ok: 200,
  answer: People,
})

export const invitePerson = endpoint({
  name: 'invitePerson',
  summary:
    'Invites a person to a purchase by email. The link works for two weeks, and only for the account with that address.',
  method: 'POST',
  path: '/purchase-journey/:id/people',
  who: buyer,
  params,
  body: NewPerson,
  ok: 201,
  answer: People,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const sendInvitationAgain = endpoint({
  name: 'sendInvitationAgain',
  summary: 'Emails an invitation again. The previous link stops working.',
  method: 'POST',
  path: '/purchase-journey/:id/people/:personId/invitation',
  who: buyer,
  params: ofPerson,
  ok: 200,
  answer: People,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const removePerson = endpoint({
  name: 'removePerson',
  summary: 'Withdraws an invitation, accepted or not. Access ends at once.',
  method: 'DELETE',
  path: '/purchase-journey/:id/people/:personId',
  who: { owner: 'purchase', staff: 'sales' },
  params: ofPerson,
  ok: 200,
  answer: People,
})

export const addPurchaseComment = endpoint({
  name: 'addPurchaseComment',
  summary: 'Adds the buyer’s comment to a purchase, for the people they have invited.',
  method: 'POST',
  path: '/purchase-journey/:id/comments',
  who: buyer,
  params,
  body: NewComment,
  ok: 201,
  answer: People,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const getInvitation = endpoint({
  name: 'getInvitation',
  summary: 'The car of an invitation, by the key of its link.',
  method: 'GET',
  path: '/purchase-invitations/:key',
  who: { anyone: 'with the key of the email' },
  params: ofKey,
  ok: 200,
  answer: Invitation,
  errors: [404],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary:
    'Accepts an invitation with the account of the invited address; 409 for any other account. Idempotent.',
  method: 'POST',
  path: '/purchase-invitations/:key/acceptance',
  who: { owner: [] },
  params: ofKey,
  ok: 200,
  answer: z.object({ sharedPurchaseId: z.string() }),
  errors: [404, 409],
})

export const listSharedPurchases = endpoint({
  name: 'listSharedPurchases',
  summary: 'Lists the purchases that others share with a customer, newest first.',
  method: 'GET',
  path: '/customer/:id/shared-purchases',
  who: { owner: 'customer' },
  params: z.object({ id: customerNumber }),
  ok: 200,
  answer: z.object({ sharedPurchases: z.array(SharedPurchaseLine) }),
})

export const getSharedPurchase = endpoint({
  name: 'getSharedPurchase',
  summary: 'A shared purchase: the car, its price, its delivery and the comments.',
  method: 'GET',
  path: '/shared-purchases/:id',
  who: invited,
  params,
  ok: 200,
  answer: SharedPurchase,
  errors: [404],
})

export const leaveSharedPurchase = endpoint({
  name: 'leaveSharedPurchase',
  summary: 'Ends one’s own part in a shared purchase. Access and emails end at once.',
  method: 'DELETE',
  path: '/shared-purchases/:id',
  who: invited,
  params,
  ok: 204,
  answer: null,
  errors: [404],
})

export const commentOnSharedPurchase = endpoint({
  name: 'commentOnSharedPurchase',
  summary: 'Adds a comment to a shared purchase.',
  method: 'POST',
  path: '/shared-purchases/:id/comments',
  who: invited,
  params,
  body: NewComment,
  ok: 201,
  answer: SharedPurchase,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const answerSharedPurchase = endpoint({
  name: 'answerSharedPurchase',
  summary:
    'Approves a shared purchase at its price, or asks for a change; 409 if the car or the price has changed since it was read.',
  method: 'POST',
  path: '/shared-purchases/:id/answer',
  who: invited,
  params,
  body: PersonAnswer,
  ok: 200,
  answer: SharedPurchase,
  errors: [404, 409, 422],
  isIdempotent: true,
})

export const getSharedAgreement = endpoint({
  name: 'getSharedAgreement',
  summary: 'The latest sale agreement of a shared purchase, for a joint buyer.',
  method: 'GET',
  path: '/shared-purchases/:id/agreement',
  who: invited,
  params,
  ok: 200,
  answer: Agreement,
  errors: [404],
})

export const signSharedAgreement = endpoint({
  name: 'signSharedAgreement',
  summary:
    'Signs the sale agreement of a shared purchase as a joint buyer; 409 if a newer one has been issued. Idempotent.',
  method: 'POST',
  path: '/shared-purchases/:id/agreement/signature',
  who: invited,
  params,
  body: AgreementAnswer,
  ok: 200,
  answer: SharedPurchase,
  errors: [404, 409, 422],
  isIdempotent: true,
})
