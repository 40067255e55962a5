import { $accessToken } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'

/** Leaves the purchase, which is saved at each step: under My Purchases, or for a visitor in this browser. */
export const SaveAndExit = () => (
  <a
    className="purchase-header__link no-print"
    href={useIslandStore($accessToken, null) ? paths.customer('agreements') : paths.home}
  >
    Save and exit
  </a>
)
