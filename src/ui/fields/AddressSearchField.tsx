import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { matchedParts } from '#lib/trade-in/matched-parts.ts'
import {
  addressInOneLine,
  isNoAddress,
  NO_ADDRESS,
  typedAddress,
  type TypedAddress,
} from '#lib/addresses/typed-address.ts'
import type { AddressPickerProps, Line } from './AddressLines.tsx'
import { Field } from './Field.tsx'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import { useAddressSearch, type AddressSearch } from './use-address-search.ts'

/** Specification §5. */
export const PICK_MESSAGE =
  'Please pick an address from the list. If no addresses match, try using the ‘enter it manually’ option.'

/** A text field that searches for an address, with the list of matches. */
export function AddressSearchField({
  value,
  onChange,
  lookUp,
  required,
  isWanting,
  onManual,
}: AddressPickerProps & {
  /** The form was sent without the address it requires. */
  isWanting: boolean
  onManual: (address: TypedAddress, line: Line, why?: string) => void
}) {
  const id = useId()
  const { search, attribution, lookFor, find, forget } = useAddressSearch(lookUp)
  const [text, setText] = useState(() => (value.addressId ? addressInOneLine(value) : value.sought))
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [isMarked, setIsMarked] = useState(false)
  const list = useRef<HTMLUListElement>(null)

  const addresses = search.state === 'found' ? search.addresses : []
  const isShown = isOpen && addresses.length > 0
  /** Index of the last choice in the list: enter the address manually. */
  const manual = addresses.length
  const optionId = (at: number) => `${id}-option-${at}`

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const type = (typed: string) => {
    setText(typed)
    setActive(-1)
    setIsMarked(false)
    setIsOpen(true)
    lookFor(typed)
    onChange({ ...NO_ADDRESS, sought: typed })
  }
  const close = () => {
    setIsOpen(false)
    setActive(-1)
  }
  const enterManually = () => {
    forget()
    if (value.addressId) return onManual(value, 'line2')
    const [line1 = '', ...rest] = text.split(',').map((part) => part.trim())
    const city = rest.pop() ?? ''
    onManual({ ...NO_ADDRESS, line1, suburb: rest.join(', '), city }, 'line1')
  }
  const pick = async (at: number) => {
    if (at === manual) return enterManually()
    const { addressId, label } = addresses[at]!
    setText(label)
    close()
    const answer = await find(addressId)
    if (!answer) return
    if (!answer.ok) {
      const line1 = label.split(',')[0]!
      return onManual(
        { ...NO_ADDRESS, line1 },
        'line1',
        'We couldn’t load the full address. Please enter the rest below.',
      )
    }
    const { postcode, ...lines } = answer.value.address
    const address = typedAddress({ ...lines, postcode: postcode ?? '' })
    if (postcode === null)
      return onManual(
        address,
        'postcode',
        'We don’t have a postcode for this address. Please add it.',
      )
    setText(addressInOneLine(address))
    onChange(address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (addresses.length === 0) return
      const step = key === 'ArrowDown' ? 1 : -1
      const count = addresses.length + 1
      setIsOpen(true)
      setActive((at) => (at === -1 && step === -1 ? count - 1 : (at + step + count) % count))
    } else if (key === 'Enter' && isShown) {
      // Enter picks from an open list instead of sending the form.
      event.preventDefault()
      if (active === -1) setActive(0)
      else void pick(active)
    } else if (key === 'Escape' && (isShown || text)) {
      event.preventDefault()
      if (isShown) close()
      else type('')
    } else if (key === 'Tab' && isShown && active !== -1 && active !== manual) void pick(active)
    else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(-1)
  }
  const isLeft = isMarked && text.trim() !== '' && isNoAddress(value)
  const isWrong = search.state !== 'picking' && (isWanting || isLeft)

  return (
    <div className="stack stack--s">
      <Field
        label="Address"
        hint="Start typing, then choose your address."
        error={isWrong ? PICK_MESSAGE : ''}
        required={required}
      >
        {(control) => (
          <div className="combobox">
            <input
              {...control}
              name="find"
              className="input"
              type="text"
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={isShown}
              aria-controls={`${id}-list`}
              aria-activedescendant={isShown && active !== -1 ? optionId(active) : undefined}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              maxLength={100}
              value={text}
              onChange={(event) => type(event.target.value)}
              onKeyDown={onKeyDown}
              onClick={() => setIsOpen(true)}
              onBlur={() => {
                close()
                setIsMarked(true)
              }}
            />
            {/* A mouse press keeps the focus in the field. */}
            <ul
              className="combobox__list"
              id={`${id}-list`}
              role="listbox"
              aria-label="Addresses"
              hidden={!isShown}
              ref={list}
              onMouseDown={(event) => event.preventDefault()}
            >
              {addresses.map(({ addressId, label }, at) => (
                <Option
                  key={addressId}
                  id={optionId(at)}
                  isActive={at === active}
                  onPick={() => void pick(at)}
                >
                  <HighlightedText
                    parts={matchedParts(label, search.state === 'found' ? search.typed : '')}
                  />
                </Option>
              ))}
              <Option id={optionId(manual)} isActive={manual === active} onPick={enterManually}>
                Not here? Enter it manually
              </Option>
            </ul>
          </div>
        )}
      </Field>
      <Status search={search} isListShown={isShown} picked={value.addressId ? text : ''} />
      <p className="cluster small">
        {value.addressId ? 'Add a flat or RD number?' : 'Not in the list?'}
        <button
          type="button"
          className="link-button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={enterManually}
        >
          Enter it manually
        </button>
      </p>
      {attribution && <p className="fine-print">{attribution}</p>}
    </div>
  )
}

const Option = ({
  id,
  isActive,
  onPick,
  children,
}: {
  id: string
  isActive: boolean
  onPick: () => void
  children: ReactNode
}) => (
  // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- the combobox has the keys
  <li
    className="combobox__option"
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onClick={onPick}
  >
    {children}
  </li>
)

/** The outcome of the search. The count of matches is for screen readers, which do not see the list. */
function Status({
  search,
  isListShown,
  picked,
}: {
  search: AddressSearch
  isListShown: boolean
  picked: string
}) {
  const found = search.state === 'found' ? search.addresses.length : null
  const isSpoken = found !== null && found > 0
  const counted = `${found} ${found === 1 ? 'address matches' : 'addresses match'}`
  const words = {
    idle: picked && `Selected: ${picked}`,
    picking: 'Loading the address',
    looking: 'Looking for addresses',
    failed: 'We can’t look up addresses right now. Please enter yours manually.',
    found: !isSpoken
      ? 'No addresses match. Keep typing, or enter yours manually.'
      : isListShown
        ? `${counted}. Use the arrow keys to choose.`
        : '',
  }
  return (
    <p className={isSpoken ? 'visually-hidden' : 'small'} role="status">
      {words[search.state]}
    </p>
  )
}
