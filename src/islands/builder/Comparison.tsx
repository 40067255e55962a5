import { memo, useState, type ComponentProps } from 'react'
import { LatePart } from '#ui/LatePart.tsx'
import type { ComparisonTable } from './ComparisonTable.tsx'
import type { RunningCosts } from './RunningCosts.tsx'

const loadTable = async () => (await import('./ComparisonTable.tsx')).ComparisonTable
const loadCosts = async () => (await import('./RunningCosts.tsx')).RunningCosts

/** The ways to pay beside one another, fetched and reckoned once somebody looks. */
export const Comparison = memo((props: ComponentProps<typeof ComparisonTable>) => (
  <Late title="Compare the ways to pay" load={loadTable} props={props} />
))

/** What the car costs in a year, the same way. */
export const Running = memo((props: ComponentProps<typeof RunningCosts>) => (
  <Late title="What it costs to run" load={loadCosts} props={props} />
))

function Late<Props extends object>({
  title,
  ...part
}: { title: string } & Pick<ComponentProps<typeof LatePart<Props>>, 'load' | 'props'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="disclosure builder__late"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && <LatePart {...part} text="Reckoning" />}
    </details>
  )
}
