import { useState, type ComponentProps } from 'react'
import { LazyComponent } from './LazyComponent.tsx'

/** A collapsed part of the page whose component loads when it is first opened. */
export function LazyDisclosure<Props extends object>({
  title,
  text = 'Calculating',
  isOpenAtFirst = false,
  staysOpen = false,
  ...part
}: {
  title: string
  /** Shown while it loads. */
  text?: string
  isOpenAtFirst?: boolean
  /** It cannot be collapsed, because that would hide an error inside it. */
  staysOpen?: boolean
} & Pick<ComponentProps<typeof LazyComponent<Props>>, 'load' | 'props'>) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <details
      className="disclosure disclosure--lazy"
      open={isOpenAtFirst}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary onClick={(event) => isOpen && staysOpen && event.preventDefault()}>{title}</summary>
      {isOpen && <LazyComponent {...part} text={text} />}
    </details>
  )
}
