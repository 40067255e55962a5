import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { Loading } from '#ui/Loading.tsx'

const ComparisonTable = lazy(() =>
  import('./ComparisonTable.tsx').then((module) => ({ default: module.ComparisonTable })),
)

/** The ways to pay beside one another, fetched and reckoned once somebody looks. */
export function Comparison(props: ComponentProps<typeof ComparisonTable>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="disclosure builder__comparison"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Compare the ways to pay</summary>
      {isOpen && (
        <Suspense fallback={<Loading text="Reckoning" />}>
          <ComparisonTable {...props} />
        </Suspense>
      )}
    </details>
  )
}
