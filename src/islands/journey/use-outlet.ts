import { useEffect } from 'react'
import type { Dealer } from '#lib/catalogue/shapes.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useJourneyPage } from './journey-page.ts'
import { $outletByCode, loadOutlets } from './outlets.ts'

const NO_OUTLETS: ReadonlyMap<string, Dealer> = new Map()

/** The outlet of this purchase, once it is loaded. */
export function useOutlet(): Dealer | undefined {
  const { outletCode } = useJourneyPage().journey
  useEffect(() => void loadOutlets(), [])
  return useIslandStore<ReadonlyMap<string, Dealer>>($outletByCode, NO_OUTLETS).get(
    outletCode ?? '',
  )
}
