import type { Endpoint } from '#lib/api/endpoint.ts'

/** What can become of a request between the page and the server. */
export type NetworkFault = 'offline' | 'slow' | '500' | '503' | 'garbled' | 'cut off' | 'lost'

/** All of them, the worst last: the server has done what was asked, and its answer is lost. */
const NETWORK_FAULTS: readonly NetworkFault[] = [
  'offline',
  'slow',
  '500',
  '503',
  'garbled',
  'cut off',
  'lost',
]

const NO_ANSWER = 'We couldn’t reach the server. Please check your connection and try again.'

/** What a person reads (specification §8). */
export const faultSentence = (fault: NetworkFault, { ok }: Pick<Endpoint, 'ok'>): string =>
  ({
    offline: NO_ANSWER,
    slow: 'The server took too long to answer. Please try again.',
    '500': 'There’s been a problem, please try again later.',
    '503': 'The system is currently unavailable, please try again in a couple of minutes.',
    garbled: `Unexpected response from server (${ok})`,
    'cut off': NO_ANSWER,
    lost: NO_ANSWER,
  })[fault]

/** Where nothing is read of an answer, nothing of it can be garbled. */
export const faultsOf = ({ answer }: Pick<Endpoint, 'answer'>) =>
  NETWORK_FAULTS.filter((fault) => answer !== null || fault !== 'garbled')

/** A server that gives up in the middle of its answer, as one that is killed does. */
const brokenOff = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"quoteI'))
      controller.error(new TypeError('terminated'))
    },
  })

/**
 * What `fetch` makes of a request that a fault befalls.
 *
 * @param succeed What the server would have answered, and does where only its answer suffers.
 */
export async function suffer(
  fault: NetworkFault,
  { ok }: Pick<Endpoint, 'ok'>,
  succeed: () => unknown = () => {},
): Promise<Response> {
  switch (fault) {
    case 'offline':
      throw new TypeError('Failed to fetch')
    case 'slow':
      throw new DOMException('The operation timed out.', 'TimeoutError')
    case '500':
      return new Response('', { status: 500 })
    case '503':
      return new Response('<h1>Down</h1>', { status: 503 })
    case 'garbled':
      succeed()
      return new Response('{"quoteI', { status: ok })
    case 'cut off':
      succeed()
      return new Response(brokenOff(), { status: ok })
    case 'lost':
      succeed()
      throw new TypeError('Failed to fetch')
  }
}
