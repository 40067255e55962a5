import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { NewWatch } from '#lib/stock/forms.ts'
import { code, customerNumber } from '#lib/shared/input.ts'
import { QuoteRequest } from '#lib/quotes/shapes.ts'
import { Watch } from './watch-shapes.ts'

/** Calls of our own about watched cars, whose price and stock changes are emailed. */

const params = z.object({ key: code })

export const watchConfiguration = endpoint({
  name: 'watchConfiguration',
  summary:
    'Emails an address when the price of a configuration changes or a car like it comes into stock. Unless it is the customer’s own address, the watch starts once the emailed link is opened and confirmed. The response doesn’t reveal what the address already watches.',
  method: 'POST',
  path: '/watches',
  who: { owner: [], staff: 'sales', visitor: true },
  body: NewWatch,
  ok: 200,
  answer: z.object({
    /** Whether it has to be confirmed by the link in an email to the address. */
    needsConfirmation: z.boolean(),
  }),
  errors: [404, 409],
  mayNeedCaptcha: true,
})

export const getWatch = endpoint({
  name: 'getWatch',
  summary: 'Returns a watch by the key in its emails.',
  method: 'GET',
  path: '/watches/:key',
  who: { anyone: 'with the key' },
  params,
  ok: 200,
  answer: Watch,
  errors: [404],
})

export const confirmWatch = endpoint({
  name: 'confirmWatch',
  summary: 'Confirms a watch, for twelve months from now.',
  method: 'POST',
  path: '/watches/:key/confirm',
  who: { anyone: 'with the key' },
  params,
  ok: 200,
  answer: Watch,
  errors: [404, 409],
})

export const endWatch = endpoint({
  name: 'endWatch',
  summary: 'Stops and deletes a watch. Stopping it again changes nothing.',
  method: 'DELETE',
  path: '/watches/:key',
  who: { anyone: 'with the key' },
  params,
  ok: 204,
  answer: null,
})

export const listWatches = endpoint({
  name: 'listWatches',
  summary:
    'Lists the watches of the customer’s own address, oldest first, each with the key to stop it.',
  method: 'GET',
  path: '/customer/:id/watches',
  who: { owner: 'customer', refusal: 'Only the customer can do this.' },
  params: z.object({ id: customerNumber }),
  ok: 200,
  answer: z.object({
    watches: z.array(
      z.object({
        ...Watch.shape,
        key: z.string(),
        /** Opens the car in build and quote. */
        request: QuoteRequest,
      }),
    ),
  }),
})
