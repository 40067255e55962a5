import { useAllCalls } from '#ui/AllCalls.tsx'
import { useEffect, useRef, useState } from 'react'
import { isNoAddress, NO_ADDRESS, type TypedAddress } from '#lib/addresses/typed-address.ts'
import { AddressLines, type AddressPickerProps, type Line } from './AddressLines.tsx'
import { AddressSearchField } from './AddressSearchField.tsx'

const LINES: Line[] = ['line1', 'line2', 'suburb', 'city', 'postcode']

/**
 * An address, picked from a list while it is typed, or entered line by line. The list is a combobox with manual
 * selection: an address is never selected without a choice.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function AddressPicker(props: AddressPickerProps) {
  const { legend = 'Postal address', value, onChange, faultAt } = props
  // Without a list of addresses it is typed.
  const hasList = useAllCalls()
  const [isManualNow, setIsManual] = useState(() => !isNoAddress(value) && !value.addressId)
  const isManual = isManualNow || !hasList
  const [note, setNote] = useState('')
  const box = useRef<HTMLFieldSetElement>(null)
  const focusOn = useRef<Line | 'find'>(null)

  // An error in a line can only be fixed where the lines are shown.
  const hasFault = LINES.some((line) => faultAt(line, '') !== undefined)
  if (!isManual && hasFault && !isNoAddress(value)) setIsManual(true)

  useEffect(() => {
    if (!focusOn.current) return
    const left = document.activeElement
    const isElsewhere = left && left !== document.body && !box.current?.contains(left)
    if (!isElsewhere)
      box.current?.querySelector<HTMLElement>(`[name="${focusOn.current}"]`)?.focus()
    focusOn.current = null
  })

  const enter = (address: TypedAddress, line: Line, why = '') => {
    setNote(why)
    setIsManual(true)
    focusOn.current = line
    onChange(address)
  }
  const goBack = () => {
    setNote('')
    setIsManual(false)
    focusOn.current = 'find'
    if (!value.addressId) onChange({ ...NO_ADDRESS, sought: value.line1 })
  }

  return (
    <fieldset className="stack" ref={box}>
      <legend>{legend}</legend>
      {isManual ? (
        <>
          {hasList && (
            <p className="small">
              <button type="button" className="link-button" onClick={goBack}>
                Search for the address instead
              </button>
            </p>
          )}
          {note && (
            <p className="small" role="status">
              {note}
            </p>
          )}
          <AddressLines {...props} />
        </>
      ) : (
        <AddressSearchField {...props} isWanting={hasFault} onManual={enter} />
      )}
    </fieldset>
  )
}
