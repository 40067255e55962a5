import type { Address } from '#lib/customers/shapes.ts'

/** The seller on a receipt. The page passes it, as islands do not read the brand. */
export interface Seller {
  name: string
  address: Address
  phone: string
  email: string
  traderNumber: string
  gstNumber: string
}

/** The props of each screen of the customer area. */
export interface ScreenProps {
  query: URLSearchParams
  seller: Seller
}
