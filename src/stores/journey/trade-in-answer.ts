import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { z } from '#lib/shared/zod.ts'
import { siteCall } from '#stores/site/api.ts'
import { $journey, showIfChanged, showJourney } from './journey-updates.ts'
import { ifMatchOf } from './refused-updates.ts'

type TradeInAnswer = z.output<typeof answerTradeInOffer.body>

/**
 * Answers the offer for a trade-in of a confirmed purchase, and shows the new amount to pay.
 *
 * @param shown The purchase with the offer that the customer was shown.
 * @returns `null` when it is not that any more: nothing is answered then, and it is shown as it is now.
 */
export async function answerTradeIn(
  shown: PurchaseJourney,
  body: TradeInAnswer,
  call: ApiCall = siteCall,
): Promise<Result<PurchaseJourney> | null> {
  const { id } = shown
  const ifMatch = ifMatchOf(shown)
  const answer = await call(answerTradeInOffer, { params: { id }, body, ifMatch })
  if (await showIfChanged(answer, id, call)) return null
  if (answer.ok && $journey.get()?.id === id) showJourney(answer.value)
  return answer
}

/** Reloads the shown purchase if it has a newer version, such as one with an offer. Failures are silent: it is tried again. */
export async function pollForOffer(id: string, call: ApiCall = siteCall): Promise<void> {
  const answer = await call(getPurchaseJourney, { params: { id } })
  const shown = $journey.get()
  if (answer.ok && shown?.id === id && shown.version < answer.value.version)
    showJourney(answer.value)
}
