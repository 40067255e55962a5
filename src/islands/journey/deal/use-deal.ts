import { useCallback, useMemo, useRef, useState } from 'react'
import { fitConfiguration, withChoices, type Wishes } from '#lib/catalogue/configuration.ts'
import { isReservation, payKind, tradeInEquity } from '#lib/payments/pay-options.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import { countTradeIn } from '#lib/trade-in/trade-in-deposit.ts'
import { $config } from '#stores/site/config.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { updateJourney } from '#stores/journey/journey.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { BuilderCatalogue, Change } from '#ui/configuration/builder-data.ts'
import { catalogueForSale } from '#ui/configuration/catalogue-for-sale.ts'
import { keepEstimate } from './estimate.ts'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

/**
 * The current deal, and a function to change it within the purchase. A change shows at once at an estimated price, until
 * the server returns the final one.
 */
export function useDeal(full: BuilderCatalogue) {
  const { currentQuoteRequest: asked } = useJourneyPage().journey
  const hasReservations = useIslandStore($config, null)?.flags.reservations ?? false
  // A reservation stays one, also when new reservations are switched off.
  const withReservations = hasReservations || isReservation(asked.payOption)
  const catalogue = useMemo(
    () => catalogueForSale(full, withReservations),
    [full, withReservations],
  )
  const fitted = useMemo(() => fitConfiguration(asked, catalogue), [asked, catalogue])
  const [shown, setShown] = useState<string[]>([])
  const wishes = useRef<Wishes>({})

  const change: Change = useCallback(
    (choices, reasons = []) => {
      const journey = $journey.get()
      if (!journey) return
      const { newUsed, outletCode } = journey.currentQuoteRequest
      const known = fitConfiguration(journey.currentQuoteRequest, catalogue)
      const before = known.price.request
      if (before.finance) wishes.current[payKind(before.payOption)] = before.finance
      const { price, notices } = fitConfiguration(
        withChoices(before, choices, wishes.current, catalogue),
        catalogue,
      )
      setShown([...new Set([...known.notices, ...reasons, ...notices])])
      const quoted = { ...price, payOption: price.request.payOption }
      keepEstimate(
        countTradeIn(quoted, tradeInEquity(journey.tradeInformation.vehicles), catalogue),
      )
      void updateJourney({ currentQuoteRequest: { ...price.request, newUsed, outletCode } })
    },
    [catalogue],
  )

  return {
    catalogue,
    request: fitted.price.request,
    change,
    /** Whether the car is still sold; if not, `request` is for another car. */
    isSold: findCar(asked.kdcd, catalogue) !== null,
    /** Notices about the last change, such as choices that were replaced. */
    notices: shown,
  }
}
