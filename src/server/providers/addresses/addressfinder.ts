import { z } from '#lib/shared/zod.ts'
import { ask, understood, type Reply } from '../ask.ts'
import { ADDRESS_LIST, MOST_ADDRESSES, type AddressProvider } from './address-provider.ts'

const TIMEOUT_MS = 4_000

const part = z.optional(z.nullable(z.string()))
const Completions = z.object({
  completions: z.array(z.object({ a: z.string(), pxid: z.string() })),
})
const Metadata = z.object({
  success: z.literal(true),
  pxid: z.string(),
  a: z.string(),
  address_line_1: part,
  address_line_2: part,
  number: part,
  alpha: part,
  unit_identifier: part,
  street: part,
  suburb: part,
  city: part,
  mailtown: part,
  postcode: part,
})
type Metadata = z.infer<typeof Metadata>
/** Their error “The record you are trying to load does not exist”. */
const Missing = z.object({ error_code: z.union([z.literal('1011'), z.literal(1011)]) })

/**
 * Addresses from Addressfinder, requested by the server, so that the browser talks only to us.
 *
 * @see https://addressfinder.nz/api/nz/address/autocomplete/
 */
export const addressfinder = (settings: {
  url: string
  key: string
  secret: string | null
}): AddressProvider => {
  const { url, key, secret } = settings
  const request = (call: string, query: Record<string, string>): Promise<Reply> => {
    const question = new URL(`${url}/api/nz/address/${call}`)
    question.search = new URLSearchParams({
      key,
      ...(secret ? { secret } : {}),
      format: 'json',
      ...query,
    }).toString()
    return ask({ what: ADDRESS_LIST, url: question, timeoutMs: TIMEOUT_MS })
  }

  return {
    name: 'addressfinder',

    async search(typed) {
      const query = { q: typed, post_box: '0', strict: '2', max: String(MOST_ADDRESSES) }
      const reply = await request('autocomplete', query)
      const { completions } = understood(ADDRESS_LIST, Completions, reply)
      return {
        addresses: completions
          .slice(0, MOST_ADDRESSES)
          .map(({ a, pxid }) => ({ addressId: pxid, label: a })),
        attribution: null,
      }
    },

    async find(addressId) {
      const reply = await request('metadata', { pxid: addressId })
      if (z.safeParse(Missing, reply.body).success) return null
      const found = understood(ADDRESS_LIST, Metadata, reply)
      const city = found.mailtown || found.city || found.suburb || ''
      const suburb = found.suburb ?? ''
      return {
        address: {
          line1: found.address_line_1 || streetLine(found),
          ...(found.address_line_2 ? { line2: found.address_line_2 } : {}),
          suburb: suburb === city ? '' : suburb,
          city,
          postcode: /^\d{4}$/.test(found.postcode ?? '') ? found.postcode! : null,
          country: 'NZ',
          addressId,
        },
        attribution: null,
      }
    },
  }
}

const streetLine = ({ unit_identifier, number, alpha, street, a }: Metadata): string =>
  number && street
    ? `${unit_identifier ? `${unit_identifier}/` : ''}${number}${alpha ?? ''} ${street}`
    : a.split(',')[0]!
