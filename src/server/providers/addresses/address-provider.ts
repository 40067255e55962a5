/** A suggested address, in one line. */
interface AddressSuggestion {
  addressId: string
  label: string
}

/** An address in the parts of a letter. */
interface StreetAddress {
  line1: string
  line2?: string
  /** Empty if the address has none. */
  suburb: string
  city: string
  /** Four digits; `null` if the source has none. */
  postcode: string | null
  country: 'NZ'
  addressId: string
}

/** A source of street addresses. Each call throws {@link ProviderUnavailable} when it does not answer. */
export interface AddressProvider {
  name: string
  /** At most ten, best first. */
  search(typed: string): Promise<{ addresses: AddressSuggestion[]; attribution: string | null }>
  /** @returns `null` when there is none of this id. */
  find(addressId: string): Promise<{ address: StreetAddress; attribution: string | null } | null>
}

export const MOST_ADDRESSES = 10

/** The name of the service in messages. */
export const ADDRESS_LIST = 'The address list'
