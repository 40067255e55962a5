import { looksAfter } from '#lib/service/slots.ts'
import {
  $serviceDraft,
  $serviceOutlet,
  EMPTY_DRAFT,
  type ServiceDraft,
} from '#stores/service/service-draft.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { ServiceOutlet } from './service-data.ts'

/** The booking draft of this browser, with the remembered dealer if it still takes this car. */
export function useBookingDraft(outlets: readonly ServiceOutlet[]): {
  draft: ServiceDraft
  outlet: ServiceOutlet | undefined
  facts: ServiceDraft & { outletCode: string }
} {
  const draft = useIslandStore($serviceDraft, EMPTY_DRAFT)
  const remembered = useIslandStore($serviceOutlet, '')
  const outlet = outlets.find(
    (one) => one.outletCode === remembered && looksAfter(one, draft.isElectric),
  )
  return { draft, outlet, facts: { ...draft, outletCode: outlet?.outletCode ?? '' } }
}
