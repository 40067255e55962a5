/** An address to choose from, in one line. */
interface AddressSuggestion {
  addressId: string
  label: string
}

/** An address in the parts of a letter. */
interface StreetAddress {
  line1: string
  line2?: string
  /** Empty where the town says it all. */
  suburb: string
  city: string
  /** Four digits; `null` where the source has none. */
  postcode: string | null
  country: 'NZ'
  addressId: string
}

/** Where street addresses come from. Each call throws {@link ProviderUnavailable} when it does not answer. */
export interface AddressProvider {
  name: string
  /** At most ten, best first. */
  search(typed: string): Promise<{ addresses: AddressSuggestion[]; attribution: string | null }>
  /** @returns `null` when there is none of this id. */
  find(addressId: string): Promise<{ address: StreetAddress; attribution: string | null } | null>
}

export const MOST_ADDRESSES = 10

/** Begins a sentence when addresses cannot be looked up. */
export const ADDRESS_LIST = 'The address list'
