import { expect, test } from 'vitest'
import { createClient, withToken, type ApiCall } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { withIdempotency } from '#stores/site/api.ts'
import { faultSentence, faultsOf, suffer, type NetworkFault } from './setup/network-faults.ts'

// Specification §8: offline, slow and failing networks at every call. Tests of the screens
// check what they do with the sentence; these check that every call has one.

const calls = Object.values(contract)

/** As much of a request as lets it out: the server judges it. */
const someInput = ({ path, body, query, encoding }: Endpoint) => ({
  params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1'])),
  ...(body && { body: fieldsOf(body) }),
  ...(encoding === 'file' && { body: new Blob(['x']) }),
  ...(query && { query: fieldsOf(query) }),
})
const fieldsOf = (schema: unknown) =>
  Object.fromEntries(
    Object.keys((schema as { shape?: object }).shape ?? {}).map((name) => [name, 'x']),
  )

type AnyCall = (endpoint: Endpoint, input: object) => Promise<Result<unknown>>

/** A page's own client over a network that a test breaks. */
function siteOver(network: (init: RequestInit) => Promise<Response>) {
  const keys: (string | undefined)[] = []
  const client = createClient({
    base: '/api',
    authorize: withToken('token'),
    sleep: async () => {},
    async fetch(_, init = {}) {
      keys.push((init.headers as Record<string, string>)['idempotency-key'])
      return network(init)
    },
  })
  let count = 0
  const call = withIdempotency(client as ApiCall, () => `key ${(count += 1)}`)
  return { call: call as unknown as AnyCall, keys }
}

test.each(calls)(
  '$name says each fault by its sentence, and is sent again only where it reads',
  async (endpoint) => {
    for (const fault of faultsOf(endpoint)) {
      const { call, keys } = siteOver(() => suffer(fault, endpoint))
      const answer = await call(endpoint, someInput(endpoint))
      const said = answer.ok ? 'nothing' : failureMessage(answer.failure)
      expect(said, fault).toBe(faultSentence(fault, endpoint))
      const isReadAgain =
        endpoint.method === 'GET' && ['offline', 'cut off', 'lost'].includes(fault)
      expect(keys, fault).toHaveLength(isReadAgain ? 2 : 1)
    }
  },
)

test.each(calls.filter(({ isIdempotent }) => isIdempotent))(
  '$name is one call until its answer has come',
  async (endpoint) => {
    let fault: NetworkFault | null = null
    const success = () => new Response(endpoint.answer ? '{}' : null, { status: endpoint.ok })
    const { call, keys } = siteOver(async () => (fault ? suffer(fault, endpoint) : success()))
    for (fault of [...faultsOf(endpoint), null]) await call(endpoint, someInput(endpoint))
    expect(new Set(keys)).toEqual(new Set(['key 1']))
    await call(endpoint, someInput(endpoint))
    expect(keys.at(-1)).toBe('key 2')
  },
)

/** Why a POST without a key of its own does no harm when it is sent again after its answer was lost. */
const HARMLESS_AGAIN: Record<string, string> = {
  token: 'the predecessor of a token gets the same successor; a password opens one session more',
  revoke: 'an ended session is ended',
  retrieveAndCreateCar: 'looks up',
  addVehicle: 'a car that is theirs stays so',
  announceBankTransfer: 'the first time counts',
  calculateQuote: 'another anonymous price, which expires',
  copyQuote: 'the same copy',
  createQuoteCode: 'the same code',
  refreshQuote: 'the price of today, again',
  checkPasswordReset: 'looks',
  startPasswordReset: 'the same code again, within limits',
  startActing: 'the same customer is acted for',
  startSecondFactor: 'another secret, and the last one counts',
  startPasskeySignIn: 'another challenge, which goes by itself',
  signInWithPasskey: 'a challenge works once; the passkey is asked again',
  startPasskey: 'another challenge, which goes by itself',
  removePasskey: 'what is gone stays so',
  requestExport: 'the copy that was asked for, again',
  requestDeletion: 'the day that was said first holds',
  checkStripePayment: 'looks, and settles what is paid once',
  checkPoliPayment: 'looks, and settles what is paid once',
  receiveStripeNotice: 'a notice may come twice',
  receivePoliNudge: 'a notice may come twice',
  receiveLenderNotice: 'a notice may come twice',
  returnFromPoliByForm: 'leads on',
  watchConfiguration: 'the same watch, and the same link again, within limits',
  confirmWatch: 'what is confirmed stays so',
  acceptInvitation: 'what is accepted stays so',
  confirmServiceBooking: 'what is confirmed stays so',
  addTradeInPhoto: 'the same photo is no other',
  addFinanceDocument: 'the same document is no other',
  softCheckFinance: 'an answer that is stored nowhere',
  recordDelivery: 'the car is where it was said to be',
  tryInLab: 'a demonstration only: the experiment is made again',
}

test('every POST has a key for its repetitions, or does no harm when repeated', () => {
  const posts = calls.filter(({ method, isIdempotent }) => method === 'POST' && !isIdempotent)
  expect(posts.map(({ name }) => name).sort()).toEqual(Object.keys(HARMLESS_AGAIN).sort())
})
