import { createClient, withToken } from '#lib/api/client.ts'
import { updatePurchaseJourney } from '#lib/purchases/calls.ts'
import { forSending } from '#lib/purchases/journey-patch.ts'
import { decodeSlice } from './purchase-slice.ts'
import { paths } from '#stores/site/paths.ts'

/**
 * Sends the unsent changes of purchases after their session was cleared here. A change that does not arrive, or whose
 * purchase has a newer version, is dropped: its customer is no longer signed in.
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
