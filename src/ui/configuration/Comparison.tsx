import { memo, type ComponentProps } from 'react'
import { LazyDisclosure } from '#ui/LazyDisclosure.tsx'
import type { ComparisonTable } from './ComparisonTable.tsx'

const loadTable = async () => (await import('./ComparisonTable.tsx')).ComparisonTable

/** The ways to pay beside one another, fetched and reckoned once somebody looks. */
export const Comparison = memo((props: ComponentProps<typeof ComparisonTable>) => (
  <LazyDisclosure title="Compare the ways to pay" load={loadTable} props={props} />
))
