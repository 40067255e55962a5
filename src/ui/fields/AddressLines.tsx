import type { TypedAddress } from '#lib/addresses/typed-address.ts'
import { TextField } from './TextField.tsx'
import type { AddressLookUp } from './use-address-search.ts'

/** A line of an address in its form. */
export type Line = Exclude<keyof TypedAddress, 'addressId' | 'sought'>

export interface AddressPickerProps {
  legend?: string
  value: TypedAddress
  /** @param line The one that was typed; left out when the whole address is another. */
  onChange: (value: TypedAddress, line?: Line) => void
  /** The sentence at a line of the address; nothing while nothing is wrong with it. */
  faultAt: (line: Line, label: string) => string | undefined
  lookUp: AddressLookUp
  required?: boolean
}

/** The lines of an address, as they stand on an envelope. */
export function AddressLines({ value, onChange, faultAt, required }: AddressPickerProps) {
  const field = (line: Line, label: string) => ({
    name: line,
    label,
    value: value[line],
    error: faultAt(line, label),
    onChange(text: string) {
      // With a flat or a rural delivery it is the same address of the list; with another street it is not.
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
