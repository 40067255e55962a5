import { startPurchaseAgain } from '#stores/journey/start-again.ts'
import { paths } from '#stores/site/paths.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useStartAgain } from '#ui/hooks/use-start-again.ts'
import { useJourneyPage } from '../../journey-page.ts'

/** Starts an expired purchase again with the same car. */
export function StartAgain() {
  const { journey } = useJourneyPage()
  const { isBusy, trouble, press } = useStartAgain(
    () => startPurchaseAgain(journey.id),
    (id) => paths.purchase(id, 'quote'),
  )
  return (
    <div className="stack stack--s">
      <div>
        <Button isBusy={isBusy} onClick={press}>
          Start this purchase again
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Starting your purchase again" />
      {trouble && (
        <Notice kind="error" title="We couldn’t start this purchase again">
          {trouble}
        </Notice>
      )}
    </div>
  )
}
