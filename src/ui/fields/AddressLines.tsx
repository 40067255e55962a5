import type { TypedAddress } from '#lib/addresses/typed-address.ts'
import { TextField } from './TextField.tsx'
import type { AddressLookUp } from './use-address-search.ts'

/** A line of an address in its form. */
export type Line = Exclude<keyof TypedAddress, 'addressId' | 'sought'>

export interface AddressPickerProps {
  legend?: string
  value: TypedAddress
  /** @param line The line that was typed; left out when the whole address was replaced. */
  onChange: (value: TypedAddress, line?: Line) => void
  /** The error message of a line; `undefined` while it is valid. */
  faultAt: (line: Line, label: string) => string | undefined
  lookUp: AddressLookUp
  required?: boolean
}

/** The lines of an address, as on an envelope. */
export function AddressLines({ value, onChange, faultAt, required }: AddressPickerProps) {
  const field = (line: Line, label: string) => ({
    name: line,
    label,
    value: value[line],
    error: faultAt(line, label),
    onChange(text: string) {
      // A flat, a rural delivery number or a postcode keeps the address picked from the list; a new street does not.
      const isSame = line === 'line2' || line === 'postcode'
      const addressId = isSame ? value.addressId : ''
      onChange({ ...value, addressId, [line]: text }, line)
    },
  })

  return (
    <>
      <TextField
        {...field('line1', 'Street address')}
        autoComplete="address-line1"
        required={required}
      />
      <TextField
        {...field('line2', 'Flat, unit or rural delivery')}
        autoComplete="address-line2"
        optional
      />
      <TextField {...field('suburb', 'Suburb')} autoComplete="address-level3" optional />
      <div className="field-row">
        <TextField
          {...field('city', 'Town or city')}
          autoComplete="address-level2"
          required={required}
        />
        <TextField
          {...field('postcode', 'Postcode')}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={4}
          isShort
          required={required}
        />
      </div>
    </>
  )
}
