import { memo, type ComponentProps } from 'react'
import { LazyDisclosure } from '#ui/LazyDisclosure.tsx'
import type { RunningCosts } from './RunningCosts.tsx'

const loadCosts = async () => (await import('./RunningCosts.tsx')).RunningCosts

/** What the car costs in a year, fetched and reckoned once somebody looks. */
export const Running = memo((props: ComponentProps<typeof RunningCosts>) => (
  <LazyDisclosure title="What it costs to run" load={loadCosts} props={props} />
))
