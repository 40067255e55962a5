import { getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { getSharedPurchase } from '#lib/people/calls.ts'
import type { PersonRole } from '#lib/people/forms.ts'
import { invitationKeyOf } from '#server/people/people.ts'
import { addressOf, invitationKey, invited, joined } from '#tests/setup/invitations.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, started } from '#tests/setup/purchases.ts'
import type { World } from '#tests/setup/world.ts'
import { newAddress, type MakeExample } from './example.ts'

/** Mia's purchase with somebody whom she has invited. */
async function ofInvited({ mia }: World) {
  const { id } = await started(mia)
  const { personId } = await invited(mia, id, newAddress())
  return { id, personId }
}

/** Mia's purchase, which Rawiri has joined. */
async function shared({ app, mia, rawiri }: World, role?: PersonRole) {
  const { id } = await started(mia)
  return { id: await joined(app, { buyer: mia, guest: rawiri, id }, role) }
}

/** Mia's purchase, the agreement of which Rawiri signs too. */
async function agreedWith({ app, mia, rawiri, staff }: World) {
  const { id } = await confirmed(mia, { payOption: 'LEASE' })
  valueOf(await staff.call(issueAgreement, { params: { id } }))
  const { agreementId } = valueOf(await mia.call(getAgreement, { params: { id } }))
  const part = await joined(app, { buyer: mia, guest: rawiri, id }, 'JOINT_BUYER')
  return { params: { id: part }, agreementId }
}

/** The people of a purchase, and what they do there. */
export const peopleExamples: Record<string, MakeExample> = {
  getPeople: async ({ mia }) => ({ who: mia, params: { id: (await started(mia)).id } }),
  invitePerson: async ({ mia }) => ({
    who: mia,
    params: { id: (await started(mia)).id },
    body: { name: 'Tia Moana', email: newAddress(), role: 'PARTNER' },
  }),
  sendInvitationAgain: async (world) => ({ who: world.mia, params: await ofInvited(world) }),
  removePerson: async (world) => ({ who: world.mia, params: await ofInvited(world) }),
  addPurchaseComment: async (world) => ({
    who: world.mia,
    params: { id: (await ofInvited(world)).id },
    body: { text: 'Which colour?' },
  }),
  getInvitation: async ({ app, mia }) => {
    const { id } = await started(mia)
    const email = newAddress()
    await invited(mia, id, email)
    return { params: { key: await invitationKey(app, email) } }
  },
  acceptInvitation: async ({ app, mia, rawiri }) => {
    const { id } = await started(mia)
    const { personId } = await invited(mia, id, await addressOf(app, rawiri))
    const key = invitationKeyOf(app.deps, { person_id: personId, sent: 1 })
    return { who: rawiri, params: { key } }
  },
  listSharedPurchases: ({ rawiri }) => ({ who: rawiri, params: { id: rawiri.customerId } }),
  getSharedPurchase: async (world) => ({ who: world.rawiri, params: await shared(world) }),
  leaveSharedPurchase: async (world) => ({ who: world.rawiri, params: await shared(world) }),
  commentOnSharedPurchase: async (world) => ({
    who: world.rawiri,
    params: await shared(world),
    body: { text: 'Blue, please.' },
  }),
  answerSharedPurchase: async (world) => {
    const params = await shared(world, 'APPROVER')
    const { priceMark } = valueOf(await world.rawiri.call(getSharedPurchase, { params }))
    return { who: world.rawiri, params, body: { answer: 'APPROVED', priceMark } }
  },
  getSharedAgreement: async (world) => ({
    who: world.rawiri,
    params: (await agreedWith(world)).params,
  }),
  signSharedAgreement: async (world) => {
    const { params, agreementId } = await agreedWith(world)
    return {
      who: world.rawiri,
      params,
      body: { agreementId, isAccepted: true, name: 'Rawiri Kopu' },
    }
  },
}
