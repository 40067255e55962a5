import { useState, type ComponentProps } from 'react'
import { LatePart } from './LatePart.tsx'

/** A part of the page that is folded away, and fetched once somebody looks. */
export function LateDisclosure<Props extends object>({
  title,
  isOpenAtFirst = false,
  ...part
}: { title: string; isOpenAtFirst?: boolean } & Pick<
  ComponentProps<typeof LatePart<Props>>,
  'load' | 'props'
>) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details
      className="disclosure disclosure--late"
      open={isOpenAtFirst}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && <LatePart {...part} text="Reckoning" />}
    </details>
  )
}
