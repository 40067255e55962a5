import { addressLookUp } from '#stores/site/addresses.ts'
import { AddressPicker } from '#ui/fields/AddressPicker.tsx'
import type { DetailsForm } from './use-details.ts'

const lookUp = addressLookUp()

/** The postal address of the owner. */
export const AddressFields = ({ typed, change, faultAt }: DetailsForm) => (
  <AddressPicker
    value={typed.postalAddress}
    onChange={(postalAddress, line) =>
      change(line ? `postalAddress.${line}` : 'postalAddress', { postalAddress })
    }
    faultAt={(line, label) => faultAt(`postalAddress.${line}`, label)}
    lookUp={lookUp}
    required
  />
)
