import { memo, type ComponentProps } from 'react'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import type { ComparisonTable } from './ComparisonTable.tsx'

const loadTable = async () => (await import('./ComparisonTable.tsx')).ComparisonTable

/** The ways to pay side by side, loaded and calculated when it is first opened. */
export const Comparison = memo((props: ComponentProps<typeof ComparisonTable>) => (
  <LazyDisclosure title="Compare the ways to pay" load={loadTable} props={props} />
))
