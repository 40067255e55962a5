import {
  hidesForeign,
  names,
  needsToken,
  refusesNumber,
  repeats,
  succeeds,
  type Check,
} from './check.ts'
import { problemFaults, successFaults } from './judge.ts'
import { endpointOf } from './caller.ts'
import { NotChecked, type Visit } from './visit.ts'

const started = async (visit: Visit) => ({
  token: await visit.token(),
  params: { id: (await visit.journey()).id },
})
const starting = async (visit: Visit) => ({
  ...(await visit.own()),
  body: { quoteId: (await visit.savedQuote()).quoteId },
})
const own = (visit: Visit) => visit.own()

/** Seen by another customer. */
const asOther = async (visit: Visit, id: string) => ({
  token: await visit.otherToken(),
  params: { id },
})
const purchase = async (visit: Visit) => (await visit.journey()).id
const idOf = (json: unknown) => (json as { id: string }).id

/** A payment, unless the API takes none of that kind. */
const paying = (name: string) => async (visit: Visit) => {
  const given = await visit.payment()
  const { status } = await visit.send(name, given)
  if (status === 503) throw new NotChecked('it needs a provider: the API says 503')
  return given
}
const asOtherPays = async (visit: Visit, purchaseJourneyId: string) => ({
  token: await visit.otherToken(),
  body: { purchaseJourneyId, paymentType: 'DEPOSIT' },
})
const wrongType = async (visit: Visit) => {
  const { token, body } = await visit.payment()
  return { token, body: { ...body, paymentType: 'GIFT' } }
}

export const purchaseChecks: Record<string, Check[]> = {
  createPurchaseJourney: [
    succeeds('createPurchaseJourney', starting),
    needsToken('createPurchaseJourney', starting),
    refusesNumber('createPurchaseJourney', starting),
    names('quoteId', 'createPurchaseJourney', own),
    repeats('createPurchaseJourney', starting, idOf),
    {
      what: 'a quote that has a purchase',
      async run(visit) {
        const given = await starting(visit)
        await visit.need('createPurchaseJourney', given)
        const again = await visit.send('createPurchaseJourney', given)
        return problemFaults(again, [409], { codes: ['Conflict'] })
      },
    },
  ],
  listPurchaseJourneys: [
    succeeds('listPurchaseJourneys', async (visit) => {
      await visit.journey()
      return own(visit)
    }),
    needsToken('listPurchaseJourneys', own),
    refusesNumber('listPurchaseJourneys', own),
  ],
  listReservations: [
    {
      what: 'success',
      async run(visit) {
        const reply = await visit.send('listReservations', await own(visit))
        // With reservations off there is no such call.
        if (reply.status === 404) return problemFaults(reply, [404])
        return successFaults(endpointOf('listReservations'), reply)
      },
    },
    needsToken('listReservations', own),
    refusesNumber('listReservations', own, [403, 404]),
  ],
  getPurchaseJourney: [
    succeeds('getPurchaseJourney', started),
    needsToken('getPurchaseJourney', started),
    hidesForeign('getPurchaseJourney', asOther, purchase),
  ],
  updatePurchaseJourney: [
    succeeds('updatePurchaseJourney', async (visit) => ({
      ...(await started(visit)),
      body: { ownerDetails: await visit.ownerDetails() },
    })),
    needsToken('updatePurchaseJourney', started),
    names('status', 'updatePurchaseJourney', async (visit) => ({
      ...(await started(visit)),
      body: { status: 'COMPLETE' },
    })),
    hidesForeign('updatePurchaseJourney', asOther, purchase),
    {
      what: 'an If-Match of another version',
      run: async (visit) =>
        problemFaults(
          await visit.send('updatePurchaseJourney', {
            ...(await started(visit)),
            body: { metadata: { furthestStep: 'quote' } },
            headers: { 'if-match': '"v999999"' },
          }),
          [412],
        ),
    },
  ],
  deletePurchaseJourney: [
    succeeds('deletePurchaseJourney', async (visit) => ({
      token: await visit.token(),
      params: { id: (await visit.newJourney()).id },
    })),
    needsToken('deletePurchaseJourney', started),
    hidesForeign('deletePurchaseJourney', asOther, purchase),
    {
      what: 'a confirmed purchase',
      run: async (visit) =>
        problemFaults(
          await visit.send('deletePurchaseJourney', {
            token: await visit.token(),
            params: { id: (await visit.confirmed()).id },
          }),
          [409],
          { codes: ['Conflict'] },
        ),
    },
  ],
  confirmPurchase: [
    needsToken('confirmPurchase', (visit) => visit.confirmation()),
    names('acceptedTotalCents', 'confirmPurchase', async (visit) => {
      const given = await visit.confirmation()
      return { ...given, body: { ...given.body, acceptedTotalCents: 'all' } }
    }),
    {
      what: 'another price',
      async run(visit) {
        const given = await visit.confirmation()
        const { acceptedTotalCents } = given.body
        const body = { ...given.body, acceptedTotalCents: acceptedTotalCents - 100 }
        const reply = await visit.send('confirmPurchase', { ...given, body })
        const faults = problemFaults(reply, [409], { codes: ['Conflict'] })
        const total = (reply.json as { newTotalCents?: number } | undefined)?.newTotalCents
        return faults.length > 0 || total === acceptedTotalCents
          ? faults
          : [`newTotalCents: wanted ${acceptedTotalCents}, found ${total}`]
      },
    },
    repeats('confirmPurchase', (visit) => visit.confirmation(), idOf),
    {
      what: 'success',
      async run(visit) {
        const { id } = await visit.confirmed()
        const reply = await visit.send('getPurchaseJourney', {
          token: await visit.token(),
          params: { id },
        })
        const code = (reply.json as { status?: { purchaseJourneyStatusCode?: string } }).status
          ?.purchaseJourneyStatusCode
        return ['CONFIRMED', 'NOCARAVAIL'].includes(code ?? '')
          ? []
          : [`status.purchaseJourneyStatusCode: wanted CONFIRMED or NOCARAVAIL, found ${code}`]
      },
    },
  ],
  getStripeConfig: [succeeds('getStripeConfig')],
  startStripePayment: [
    succeeds('startStripePayment', paying('startStripePayment')),
    needsToken('startStripePayment', (visit) => visit.payment()),
    names('paymentType', 'startStripePayment', wrongType),
    repeats(
      'startStripePayment',
      paying('startStripePayment'),
      (json) => (json as { sessionId: string }).sessionId,
    ),
    hidesForeign('startStripePayment', asOtherPays, purchase),
  ],
  checkStripePayment: [
    succeeds('checkStripePayment', async (visit) => {
      const given = await paying('startStripePayment')(visit)
      const { sessionId } = await visit.need<{ sessionId: string }>('startStripePayment', given)
      return { body: { sessionId } }
    }),
    names('sessionId', 'checkStripePayment', () => ({})),
  ],
  startPoliPayment: [
    succeeds('startPoliPayment', paying('startPoliPayment')),
    needsToken('startPoliPayment', (visit) => visit.payment()),
    names('paymentType', 'startPoliPayment', wrongType),
    hidesForeign('startPoliPayment', asOtherPays, purchase),
  ],
  checkPoliPayment: [
    succeeds('checkPoliPayment', async (visit) => {
      const given = await paying('startPoliPayment')(visit)
      const { token } = await visit.need<{ token: string }>('startPoliPayment', given)
      return { body: { token } }
    }),
    names('token', 'checkPoliPayment', () => ({})),
  ],
}
