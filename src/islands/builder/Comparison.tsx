import { useState, type ComponentProps } from 'react'
import { LatePart } from '#ui/LatePart.tsx'
import type { ComparisonTable } from './ComparisonTable.tsx'

const load = async () => (await import('./ComparisonTable.tsx')).ComparisonTable

/** The ways to pay beside one another, fetched and reckoned once somebody looks. */
export function Comparison(props: ComponentProps<typeof ComparisonTable>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="disclosure builder__comparison"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Compare the ways to pay</summary>
      {isOpen && <LatePart load={load} text="Reckoning" props={props} />}
    </details>
  )
}
