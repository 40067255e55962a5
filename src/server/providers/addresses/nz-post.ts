import { z } from '#lib/shared/zod.ts'
import { ask, ProviderUnavailable, understood, type Reply } from '../ask.ts'
import { ADDRESS_LIST, MOST_ADDRESSES, type AddressProvider } from './address-provider.ts'

const TIMEOUT_MS = 4_000
/** NZ Post returns nothing for shorter text. */
const LEAST_TYPED = 4
/** How long before its end a token is replaced. */
const EARLY_MS = 60_000

const TokenAnswer = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.number().check(z.gt(0)),
})

interface Token {
  value: string
  endsAtMs: number
}

const scalar = z.optional(z.nullable(z.union([z.string(), z.number()])))
const Suggestions = z.object({
  addresses: z.array(
    z.object({ full_address: z.string(), address_id: z.union([z.string(), z.number()]) }),
  ),
})
const Details = z.object({
  address: z.object({
    building_name: scalar,
    floor: scalar,
    unit_value: scalar,
    street_number: scalar,
    street_alpha: scalar,
    street: scalar,
    street_type: scalar,
    street_direction: scalar,
    suburb: scalar,
    city: scalar,
    postcode: scalar,
    rural_delivery_number: scalar,
  }),
})

/**
 * Addresses from NZ Post’s ParcelAddress 2.0, with a cached token of the client credentials grant.
 *
 * @param now The clock for the lifetime of a token.
 */
export const nzPostAddresses = (
  settings: { url: string; tokenUrl: string; key: string; secret: string },
  now = () => new Date(),
): AddressProvider => {
  let token: Token | null = null
  let coming: Promise<Token> | null = null

  const newToken = async (): Promise<Token> => {
    const reply = await ask({
      what: ADDRESS_LIST,
      url: new URL(settings.tokenUrl),
      form: {
        grant_type: 'client_credentials',
        client_id: settings.key,
        client_secret: settings.secret,
      },
      timeoutMs: TIMEOUT_MS,
    })
    const { access_token, expires_in } = understood(ADDRESS_LIST, TokenAnswer, reply)
    return { value: access_token, endsAtMs: now().getTime() + expires_in * 1000 - EARLY_MS }
  }
  const currentToken = async (): Promise<string> => {
    if (token && now().getTime() < token.endsAtMs) return token.value
    // Shared by concurrent requests.
    coming ??= newToken().finally(() => {
      coming = null
    })
    token = await coming
    return token.value
  }

  const request = async (path: string, query: Record<string, string> = {}): Promise<Reply> => {
    const url = new URL(`${settings.url}/parceladdress/2.0/domestic/${path}`)
    url.search = new URLSearchParams(query).toString()
    const send = async () =>
      ask({
        what: ADDRESS_LIST,
        url,
        headers: { authorization: `Bearer ${await currentToken()}` },
        timeoutMs: TIMEOUT_MS,
      })
    const reply = await send()
    if (reply.status !== 401) return reply
    // The token expired early: try once more with a new one.
    token = null
    return send()
  }

  return {
    name: 'nzpost',

    async search(typed) {
      if (typed.length < LEAST_TYPED) return { addresses: [], attribution: null }
      const query = { q: typed, count: String(MOST_ADDRESSES) }
      const { addresses } = understood(ADDRESS_LIST, Suggestions, await request('addresses', query))
      return {
        addresses: addresses.slice(0, MOST_ADDRESSES).map(({ address_id, full_address }) => ({
          addressId: String(address_id),
          label: full_address,
        })),
        attribution: null,
      }
    },

    async find(addressId) {
      const reply = await request(`addresses/${encodeURIComponent(addressId)}`)
      if (reply.status === 404) return null
      const { address } = understood(ADDRESS_LIST, Details, reply)
      const said = (value: z.infer<typeof scalar>) => String(value ?? '').trim()
      const unit = said(address.unit_value)
      const street = [address.street, address.street_type, address.street_direction]
      const number = `${unit ? `${unit}/` : ''}${said(address.street_number)}${said(address.street_alpha)}`
      const line1 = [number, ...street.map(said)].filter(Boolean).join(' ')
      const suburb = said(address.suburb)
      const city = said(address.city) || suburb
      const postcode = said(address.postcode).padStart(4, '0')
      if (line1 === '' || city === '')
        throw new ProviderUnavailable(ADDRESS_LIST, new Error('an address without its parts'))
      const rural = said(address.rural_delivery_number)
      const place = [said(address.floor), said(address.building_name)].filter(Boolean).join(', ')
      const line2 = place || (rural && `RD ${rural}`)
      return {
        address: {
          line1,
          ...(line2 ? { line2 } : {}),
          suburb: suburb === city ? '' : suburb,
          city,
          postcode: /^\d{4}$/.test(postcode) && postcode !== '0000' ? postcode : null,
          country: 'NZ',
          addressId,
        },
        attribution: null,
      }
    },
  }
}
