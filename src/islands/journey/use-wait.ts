import { $journey, $saveState } from '#stores/journey/journey-updates.ts'
import { isPriced } from '#stores/journey/journey.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'

/**
 * What a press waits for now. What was chosen before it goes to the server first, at most once in five seconds.
 *
 * @param act What the press itself does, as in `Confirming your purchase`.
 */
export function useWait(act: string): string {
  const journey = useIslandStore($journey, null)
  const isSaving = useIslandStore($saveState, 'saved') === 'saving'
  if (journey && !isPriced(journey)) return 'Waiting for the new price'
  return isSaving ? 'Saving your purchase' : act
}
