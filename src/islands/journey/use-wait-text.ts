import { $journey, $saveState } from '#stores/journey/journey-updates.ts'
import { isPriced } from '#stores/journey/journey.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'

/**
 * The text for a running action. Earlier changes are saved first, at most once in five seconds.
 *
 * @param act The action itself, for example `Confirming your purchase`.
 */
export function useWaitText(act: string): string {
  const journey = useIslandStore($journey, null)
  const isSaving = useIslandStore($saveState, 'saved') === 'saving'
  if (journey && !isPriced(journey)) return 'Updating the price'
  return isSaving ? 'Saving your purchase' : act
}
