import { useState, type ComponentProps } from 'react'
import { LatePart } from './LatePart.tsx'

/** A part of the page that is folded away, and fetched once somebody looks. */
export function LateDisclosure<Props extends object>({
  title,
  isOpenAtFirst = false,
  staysOpen = false,
  ...part
}: {
  title: string
  isOpenAtFirst?: boolean
  /** It cannot be folded away: what is wrong in it would not be seen. */
  staysOpen?: boolean
} & Pick<ComponentProps<typeof LatePart<Props>>, 'load' | 'props'>) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details
      className="disclosure disclosure--late"
      open={isOpenAtFirst}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary onClick={(event) => isOpen && staysOpen && event.preventDefault()}>{title}</summary>
      {isOpen && <LatePart {...part} text="Reckoning" />}
    </details>
  )
}
