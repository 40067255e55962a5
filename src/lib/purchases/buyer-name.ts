import type { PurchaseJourney } from './shapes.ts'

/** Who buys: a person by name, or a company with the person who acts for it, for example `Rawiri Build Ltd (Rawiri Kōpū)`. */
export function buyerName({
  customer,
  ownerDetails,
}: Pick<PurchaseJourney, 'customer' | 'ownerDetails'>): string {
  const person = `${customer.name.firstName} ${customer.name.lastName}`
  const company =
    ownerDetails?.customerType === 'INDIVIDUAL'
      ? ''
      : ownerDetails?.companyName || customer.companyName
  return company ? `${company} (${person})` : person
}
