import { everybody, type Row, ofJourney, ofOwner, ofShared } from './authorization-rows.ts'

/** Who is answered what by the calls about the people of a purchase. */
export const SHARED: Record<string, Row> = {
  //                          nobody owner other company staff acting machine expired revoked
  getPeople: {
    answers: '401 200 404 404 200 200 403 401 401',
    input: ofJourney,
    isAudited: true,
  },
  invitePerson: {
    answers: '401 201 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({
      params: { id: await journey() },
      body: { name: 'Tia Moana', email: 'tia@post.example', role: 'PARTNER' },
    }),
    isAudited: true,
  },
  sendInvitationAgain: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({ params: { id: await journey(), personId: 'none' } }),
    isAudited: true,
  },
  removePerson: {
    answers: '401 404 404 404 404 404 403 401 401',
    input: async ({ journey }) => ({ params: { id: await journey(), personId: 'none' } }),
    isAudited: true,
  },
  addPurchaseComment: {
    answers: '401 409 404 404 403 403 403 401 401',
    input: async ({ journey }) => ({ params: { id: await journey() }, body: { text: 'Hello' } }),
    isAudited: true,
  },
  getInvitation: everybody(404, { params: { key: 'none' } }),
  acceptInvitation: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: () => ({ params: { key: 'none' } }),
  },
  listSharedPurchases: {
    answers: '401 200 403 403 403 403 403 401 401',
    input: ofOwner,
    isAudited: true,
  },
  getSharedPurchase: {
    answers: '401 200 404 404 403 403 403 401 401',
    input: ofShared,
    isAudited: true,
  },
  leaveSharedPurchase: {
    answers: '401 204 404 404 403 403 403 401 401',
    input: ofShared,
    isAudited: true,
  },
  commentOnSharedPurchase: {
    answers: '401 201 404 404 403 403 403 401 401',
    input: async (scene) => ({ ...(await ofShared(scene)), body: { text: 'Blue, please.' } }),
    isAudited: true,
  },
  answerSharedPurchase: {
    answers: '401 409 404 404 403 403 403 401 401',
    input: async (scene) => ({
      ...(await ofShared(scene)),
      body: { answer: 'APPROVED', priceMark: 'another' },
    }),
    isAudited: true,
  },
  getSharedAgreement: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: ofShared,
    isAudited: true,
  },
  signSharedAgreement: {
    answers: '401 404 404 404 403 403 403 401 401',
    input: async (scene) => ({
      ...(await ofShared(scene)),
      body: { agreementId: 'none', isAccepted: true, name: 'Mia Harris' },
    }),
    isAudited: true,
  },
}
