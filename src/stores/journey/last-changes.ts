import { createClient, withToken } from '#lib/api/client.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { forSending } from '#lib/purchases/journey-patch.ts'
import { decodeSlice } from './purchase-slice.ts'
import { paths } from '#stores/site/paths.ts'

/**
 * Sends the changes of purchases that were still waiting when their session was forgotten here. One that does not
 * arrive, or whose purchase has moved on, is given up: nobody is there any more to be asked.
 *
 * @param storedPurchase The purchase slice as it was stored.
 */
export async function sendLastChanges(accessToken: string, storedPurchase: string): Promise<void> {
  const call = createClient({ base: paths.api, authorize: withToken(accessToken) })
  await Promise.all(
    Object.entries(decodeSlice(storedPurchase).pending).map(([id, { patch, version }]) =>
      call(updatePurchaseJourney, {
        params: { id },
        body: forSending(patch),
        ifMatch: `"v${version}"`,
        keepalive: true,
      }),
    ),
  )
}
