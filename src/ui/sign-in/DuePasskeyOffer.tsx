import { useEffect, type ComponentType } from 'react'
import type { ReadableAtom } from 'nanostores'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { OptionalLazyComponent } from '#ui/lazy/OptionalLazyComponent.tsx'

interface DuePasskeyOfferProps {
  $isOffered: ReadableAtom<boolean>
  offer: () => Promise<void>
  load: () => Promise<ComponentType>
  isDue?: boolean
}

/** The offer of a passkey, which is fetched on a device that has had none yet. */
export function DuePasskeyOffer({ $isOffered, offer, load, isDue = true }: DuePasskeyOfferProps) {
  const isOffered = useIslandStore($isOffered, false)
  useEffect(() => {
    if (isDue) void offer()
  }, [isDue, offer])
  return isOffered && isDue ? <OptionalLazyComponent load={load} /> : null
}
