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
    'Has an address told when the price of a configuration changes or a car like it comes into stock. But for the customer’s own address it starts once a link that is mailed there is opened and confirmed; the answer does not say what the address watches already.',
  method: 'POST',
  path: '/watches',
  who: { owner: [], staff: 'sales', visitor: true },
  body: NewWatch,
  ok: 200,
  answer: z.object({
    /** Whether it has to be confirmed by the link in an email to the address. */
    needsConfirmation: z.boolean(),
  }),
  errors: [409],
  mayNeedCaptcha: true,
})

export const getWatch = endpoint({
  name: 'getWatch',
  summary: 'What is watched, by the key that its messages carry.',
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
  summary: 'Starts a watch, for twelve months from now.',
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
  summary: 'Stops a watch and forgets it. One that has ended already stays so.',
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
    'What the customer’s own address watches, the first one first, each with the key that stops it.',
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
