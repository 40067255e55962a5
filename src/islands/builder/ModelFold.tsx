import { useEffect, useRef, useState, type ReactNode } from 'react'

/** The models to choose from, folded away once one is chosen; then the page’s heading makes room, too. */
export function ModelFold({
  title,
  isAsked,
  children,
}: {
  title: string | undefined
  /** Whether the address asks for a car. */
  isAsked: boolean
  children: ReactNode
}) {
  const fold = useRef<HTMLDetailsElement>(null)
  const [isChosen, setIsChosen] = useState(false)
  const [isOpened, setIsOpened] = useState<boolean | null>(null)
  const hasCar = isAsked || isChosen
  const isOpen = isOpened ?? !hasCar

  useEffect(() => {
    const part = fold.current!
    const foldByPointer = ({ detail, target }: MouseEvent) => {
      // Somebody who chooses by arrow keys goes on choosing.
      if (detail === 0 || !(target as Element).closest('.choice-card')) return
      setIsChosen(true)
      setIsOpened(false)
      part.querySelector('summary')?.focus()
    }
    part.addEventListener('click', foldByPointer)
    return () => part.removeEventListener('click', foldByPointer)
  }, [])

  return (
    <details
      className="builder__part builder__fold disclosure"
      ref={fold}
      data-has-car={hasCar || undefined}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
    >
      <summary>
        <h2 className="builder__part-title">{isOpen ? title : 'Change model'}</h2>
      </summary>
      {children}
    </details>
  )
}
