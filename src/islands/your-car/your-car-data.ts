import type { ShownLoan } from '#lib/trade-in/with-my-car.ts'

/** What the page passes on. */
export interface YourCarData {
  brand: string
  product: ShownLoan['product']
  /** Every model, with the loan of its lowest price. */
  models: { slug: string; name: string; loan: ShownLoan['loan'] }[]
}
