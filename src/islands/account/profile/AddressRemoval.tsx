import { useEffect, useId, useRef } from 'react'
import { addressInOneLine, type TypedAddress } from '#lib/addresses/typed-address.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Asks before an address on record is removed, as empty lines may be a slip. */
export function AddressRemoval({
  address,
  isBusy,
  onKeep,
  onRemove,
}: {
  address: TypedAddress
  isBusy: boolean
  onKeep: () => void
  onRemove: () => void
}) {
  const id = useId()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <Notice kind="warning" title="Remove your postal address?">
      <p id={id}>
        We have {addressInOneLine(address)} on record. We won’t remove it until you confirm.
      </p>
      <p className="cluster">
        <Button isSmall ref={keep} onClick={onKeep} aria-describedby={id}>
          Keep it
        </Button>
        <Button kind="quiet" isSmall isBusy={isBusy} onClick={onRemove}>
          Remove it and save
        </Button>
      </p>
    </Notice>
  )
}
