import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { z } from '#lib/shared/zod.ts'
import { siteCall } from '#stores/site/api.ts'
import { $journey, showJourney } from './journey-updates.ts'

type TradeInAnswer = z.output<typeof answerTradeInOffer.body>

/** Answers the offer for a trade-in of a confirmed purchase, and shows the new amount to pay. */
export async function answerTradeIn(
  id: string,
  body: TradeInAnswer,
  call: ApiCall = siteCall,
): Promise<Result<PurchaseJourney>> {
  const answer = await call(answerTradeInOffer, { params: { id }, body })
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
