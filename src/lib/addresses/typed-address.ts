import type { Address } from '#lib/customers/shapes.ts'

/** An address as typed: every field is present, and empty where unknown. */
export interface TypedAddress {
  line1: string
  line2: string
  suburb: string
  city: string
  postcode: string
  /** The address in the list it was picked from; empty for one that was typed. */
  addressId: string
  /** The search text while no address is picked: not part of the address. */
  sought: string
}

export const NO_ADDRESS: TypedAddress = {
  line1: '',
  line2: '',
  suburb: '',
  city: '',
  postcode: '',
  addressId: '',
  sought: '',
}

export const typedAddress = (address: Partial<Address> | null | undefined): TypedAddress => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  suburb: address?.suburb ?? '',
  city: address?.city ?? '',
  postcode: address?.postcode ?? '',
  addressId: address?.addressId ?? '',
  sought: '',
})

/** The address for a request: one that was typed has no id. */
export const addressToSend = ({ addressId, sought: _unpicked, ...lines }: TypedAddress) => ({
  ...lines,
  country: 'NZ' as const,
  ...(addressId && { addressId }),
})

/** Whether no line of it is typed or picked. The search text does not count. */
export const isNoAddress = ({ sought: _unpicked, ...address }: TypedAddress): boolean =>
  Object.values(address).every((line) => line.trim() === '')

/** `Flat 2, 12 Ponsonby Road, Ponsonby, Auckland 1011` */
export const addressInOneLine = ({ line1, line2, suburb, city, postcode }: TypedAddress): string =>
  [line1, line2, suburb, `${city} ${postcode}`.trim()].filter(Boolean).join(', ')
