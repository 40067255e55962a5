import { memo, type ComponentProps } from 'react'
import { LateDisclosure } from '#ui/LateDisclosure.tsx'
import type { ComparisonTable } from './ComparisonTable.tsx'

const loadTable = async () => (await import('./ComparisonTable.tsx')).ComparisonTable

/** The ways to pay beside one another, fetched and reckoned once somebody looks. */
export const Comparison = memo((props: ComponentProps<typeof ComparisonTable>) => (
  <LateDisclosure title="Compare the ways to pay" load={loadTable} props={props} />
))
