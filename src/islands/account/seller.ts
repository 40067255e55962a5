import type { Address } from '#lib/customers/shapes.ts'

/** Who sells, as it stands on a receipt. The page gives it: islands do not read the brand. */
export interface Seller {
  name: string
  address: Address
  phone: string
  email: string
  traderNumber: string
}

/** What each screen of the customer area is given. */
export interface ScreenProps {
  query: URLSearchParams
  seller: Seller
}
