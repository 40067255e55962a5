import { formatMoney } from '#lib/shared/money.ts'
import { Button } from '#ui/Button.tsx'
import { PriceChanges } from '#ui/PriceChanges.tsx'
import type { Configuration } from './use-configuration.ts'

interface ChangedPriceProps extends Pick<Configuration, 'changes' | 'accept'> {
  before: Configuration['listed']
  after: Configuration['listed']
}

/** The server's price where it is not the one that the page showed, to be accepted. */
export const ChangedPrice = ({ changes, before, after, accept }: ChangedPriceProps) => (
  <div className="wrap stack stack--s builder__changed">
    <p>
      <strong>Our prices have changed.</strong> The drive-away price is now{' '}
      {formatMoney(after.totals.driveAwayCents)} (was {formatMoney(before.totals.driveAwayCents)}):
    </p>
    <PriceChanges changes={changes} before={before} after={after} />
    <div>
      <Button isSmall onClick={accept}>
        Accept the new price
      </Button>
    </div>
  </div>
)
