import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { grantOf } from '#lib/api/who.ts'
import { changeRoles } from '#server/staff/staff-accounts.ts'
import { databases } from '#tests/setup/databases.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { MATRIX, open } from './authorization.fixture.ts'
import { ACTORS } from './authorization-rows.ts'

/** What a role is let through to, call by call, written out; an admin is let through to everything. */
const BY_ROLE: Record<string, string> = {
  //                     sales service manager
  searchCustomers: 'yes yes yes',
  getCustomer: 'yes yes yes',
  updateCustomer: 'yes yes yes',
  createWebAccount: 'yes yes yes',
  getAccount: 'yes yes yes',
  getOwnerships: 'yes yes yes',
  listVehicles: 'yes yes yes',
  addVehicle: 'yes yes yes',
  removeVehicle: 'yes yes yes',
  startActing: 'yes yes yes',
  getActing: 'yes yes yes',
  endActing: 'yes yes yes',
  listRecentCustomers: 'yes yes yes',
  listMessages: 'yes yes yes',
  updateMessage: 'yes yes yes',

  holdServiceSlot: 'no yes yes',
  bookService: 'no yes yes',
  getServiceBooking: 'no yes yes',
  changeServiceBooking: 'no yes yes',
  cancelServiceBooking: 'no yes yes',
  listBookingsToCome: 'no yes yes',
  cancelBookingForCustomer: 'no yes yes',
  listServiceBookings: 'no yes yes',

  listQuotes: 'yes no yes',
  getQuote: 'yes no yes',
  getQuoteDocument: 'yes no yes',
  createQuoteCode: 'yes no yes',
  refreshQuote: 'yes no yes',
  deleteQuote: 'yes no yes',
  copyQuote: 'yes no yes',
  saveQuote: 'yes no yes',
  emailQuote: 'yes no yes',
  emailCarePlan: 'yes no yes',
  watchConfiguration: 'yes no yes',
  listPurchaseJourneys: 'yes no yes',
  listReservations: 'yes no yes',
  createPurchaseJourney: 'yes no yes',
  getPurchaseJourney: 'yes no yes',
  updatePurchaseJourney: 'yes no yes',
  answerTradeInOffer: 'yes no yes',
  deletePurchaseJourney: 'yes no yes',
  confirmPurchase: 'yes no yes',
  startStripePayment: 'yes no yes',
  startPoliPayment: 'yes no yes',
  getBankTransfer: 'yes no yes',
  announceBankTransfer: 'yes no yes',
  getPurchaseRecord: 'yes no yes',
  getReceiptDocument: 'yes no yes',
  listWork: 'yes no yes',
  countWork: 'yes no yes',
  getPurchaseForStaff: 'yes no yes',
  addPurchaseNote: 'yes no yes',
  getPeople: 'yes no yes',
  removePerson: 'yes no yes',
  offerForTradeIn: 'yes no yes',
  recordDelivery: 'yes no yes',
  advanceJourney: 'yes no yes',
  issueAgreement: 'yes no yes',
  findPurchase: 'yes no yes',
  emailSigningLink: 'yes no yes',
  recordCar: 'yes no yes',
  listNearestCars: 'yes no yes',
  listHandOverTimes: 'yes no yes',
  bookHandOver: 'yes no yes',
  cancelHandOver: 'yes no yes',
  getAgreement: 'yes no yes',
  getAgreementDocument: 'yes no yes',
  readFinanceApplication: 'yes no yes',
  addTradeInPhoto: 'yes no yes',
  listPurchaseFiles: 'yes no yes',
  readPurchaseFile: 'yes no yes',
  removePurchaseFile: 'yes no yes',

  decideFinance: 'no no yes',
  recordReceipt: 'no no yes',
  decideReview: 'no no yes',
  listRefunds: 'no no yes',
  completeRefund: 'no no yes',
  listMoneyDifferences: 'no no yes',
  explainMoneyDifference: 'no no yes',
  repeatRefund: 'no no yes',
  settleDispute: 'no no yes',
  cancelPurchase: 'no no yes',
  cancelForCustomer: 'no no yes',
  listDeletions: 'no no yes',
  listAudit: 'no no no',
}

describe('what each role may do', () => {
  const ROLES = ['sales', 'service', 'manager'] as const
  let world: Awaited<ReturnType<typeof open>>
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    world = await open(await databases[0]!.open())
    for (const role of ROLES)
      tokens[role] = (await arrive(world.app, `${role}@demo.example`)).accessToken
  })
  const refusal = async (response: Response) => {
    expect(response.status).toBe(403)
    const { code, message } = (await response.json()) as { code: string; message: string }
    return [code, message]
  }

  test('is written out for each call that staff may make', () => {
    const forStaff = Object.keys(contract).filter((name) => grantOf(contract[name]!.who).staff)
    expect(Object.keys(BY_ROLE).sort()).toEqual(forStaff.sort())
  })

  test.each(
    Object.entries(BY_ROLE).flatMap(([name, answers]) =>
      answers.split(' ').map((answer, index) => ({ name, role: ROLES[index]!, answer })),
    ),
  )('$name by $role: $answer', async ({ name, role, answer }) => {
    const { scene, send } = world
    const { input, answers } = MATRIX[name]!
    const response = await send(name, tokens[role]!, input ? await input(scene) : {})
    if (answer === 'yes')
      expect(response.status).toBe(Number(answers.split(' ')[ACTORS.indexOf('staff')]))
    else
      expect(await refusal(response)).toEqual([
        'NotPermitted',
        expect.stringMatching(/^Only .+ can do this\.$/),
      ])
  })

  test('a car is held for a purchase without one by a manager, not by sales staff', async () => {
    const { scene, send } = world
    const input = async () => ({
      params: { id: await scene.journey() },
      body: { event: 'car-found' },
    })
    expect((await send('advanceJourney', tokens.manager!, await input())).status).toBe(409)
    expect(await refusal(await send('advanceJourney', tokens.sales!, await input()))).toEqual([
      'NotPermitted',
      'Only a manager or an admin can do this.',
    ])
  })

  test('what a role may do holds from the next call on', async () => {
    const { app, send } = world
    const { accessToken } = await arrive(app, 'service@demo.example')
    await changeRoles(app.deps, 'service@demo.example', ['sales'])
    expect((await send('listWork', accessToken, {})).status).toBe(200)
    await changeRoles(app.deps, 'service@demo.example', [])
    expect((await send('listWork', accessToken, {})).status).toBe(403)
    expect((await send('getCurrentUser', accessToken, {})).status).toBe(200)
  })
})
