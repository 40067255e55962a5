import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'

export const searchAddresses = endpoint({
  name: 'searchAddresses',
  summary: 'Returns up to ten street addresses that match the typed text, best match first.',
  method: 'GET',
  path: '/addresses',
  who: 'anyone',
  query: z.strictObject({
    q: z.string().check(z.trim(), z.maxLength(100, 'is too long')),
  }),
  ok: 200,
  answer: z.object({
    addresses: z.array(z.object({ addressId: z.string(), label: z.string() })),
    /** A line that must be shown with the addresses, or `null`. */
    attribution: z.nullable(z.string()),
  }),
})

export const getAddress = endpoint({
  name: 'getAddress',
  summary: 'Returns a street address in its parts.',
  method: 'GET',
  path: '/addresses/:addressId',
  who: 'anyone',
  params: z.object({
    addressId: z.string().check(z.regex(/^[\w.:-]{1,64}$/, 'is not an address id')),
  }),
  ok: 200,
  answer: z.object({
    address: z.object({
      line1: z.string(),
      line2: z.optional(z.string()),
      suburb: z.string(),
      city: z.string(),
      /** `null` where the source has none: it is for the person to fill in. */
      postcode: z.nullable(z.string()),
      country: z.literal('NZ'),
      addressId: z.string(),
    }),
    attribution: z.nullable(z.string()),
  }),
  errors: [404],
})
