import { hasAllCalls } from '#lib/site/all-calls.ts'
import { listNearestCars } from '#lib/stock/nearest-calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { siteCall } from '#stores/site/api.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { WhileWaiting } from '#ui/purchase/WhileWaiting.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { OutletToCall } from '#islands/journey/notices/OutletToCall.tsx'

/** The choices of a customer whose purchase has no car. */
export function Waiting() {
  const { journey } = useJourneyPage()
  const { id } = journey
  if (!hasAllCalls()) return <OutletToCall lead="Questions? Call" />
  return (
    <WhileWaiting
      id={id}
      level={2}
      help={<OutletToCall lead="Questions? Call" />}
      purchase={{ ...journey, quote: journey.currentQuote }}
      ask={() => siteCall(listNearestCars, { params: { id } })}
      hrefOf={(request) => paths.buildAndQuote() + configurationQuery(request)}
      cancel={() => siteCall(cancelPurchase, { params: { id } })}
      onCancelled={() => {
        addToast({ kind: 'info', text: 'Your purchase is cancelled.' })
        void loadJourney(id)
      }}
    />
  )
}
