import { TextField } from '#ui/TextField.tsx'
import type { TypedDetails } from './owner-form.ts'
import type { DetailsForm } from './use-details.ts'

/** The postal address, as it stands on an envelope. */
export function AddressFields({ typed, change, faultAt }: DetailsForm) {
  const { postalAddress } = typed
  const line = (field: keyof TypedDetails['postalAddress'], label: string) => ({
    label,
    value: postalAddress[field],
    error: faultAt(`postalAddress.${field}`, label),
    onChange: (value: string) =>
      change(`postalAddress.${field}`, { postalAddress: { ...postalAddress, [field]: value } }),
  })

  return (
    <fieldset className="stack">
      <legend>Postal address</legend>
      <TextField {...line('line1', 'Street address')} autoComplete="address-line1" required />
      <TextField
        {...line('line2', 'Flat, unit or rural delivery')}
        autoComplete="address-line2"
        optional
      />
      <TextField {...line('suburb', 'Suburb')} autoComplete="address-level3" optional />
      <div className="field-row">
        <TextField {...line('city', 'Town or city')} autoComplete="address-level2" required />
        <TextField
          {...line('postcode', 'Postcode')}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={4}
          isShort
          required
        />
      </div>
    </fieldset>
  )
}
