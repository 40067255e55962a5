import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react'
import { failureMessage, fieldMessages, type ApiFailure } from '#lib/api/failure.ts'
import { dealChanges } from '#lib/purchases/deal-changes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { priceChanges } from '#lib/pricing/price-changes.ts'
import { paths } from '#stores/site/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { PriceChanges } from '#ui/PriceChanges.tsx'
import { useJourneyPage } from '../../journey-page.ts'

/** A notice after a press: scrolled into view, focused, and not behind the bar at the foot of a phone. */
function FocusedNotice({ of, ...notice }: { of: unknown } & ComponentProps<typeof Notice>) {
  const seen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    seen.current?.focus({ preventScroll: true })
    seen.current?.scrollIntoView({ block: 'center' })
  }, [of])
  return (
    <div ref={seen} tabIndex={-1}>
      <Notice {...notice} />
    </div>
  )
}

/** The deal before and after a change. */
export function ChangedNotice({
  before,
  now,
  totalCents,
}: {
  before: PurchaseJourney
  now: PurchaseJourney
  /** The price to accept. */
  totalCents: number
}) {
  const { payOptionNames } = useJourneyPage()
  const { currentQuote: old } = before
  const changes = priceChanges(old.lines, now.currentQuote.lines)
  const parts = dealChanges(before, now, payOptionNames)
  const list = parts.length > 0 && (
    <ul>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  )
  if (old.totals.driveAwayCents === totalCents)
    return (
      <FocusedNotice of={before} kind="warning" title="Your purchase has changed">
        <p role="alert">
          Nothing is confirmed yet. Check everything above, then accept it to continue.
        </p>
        {list}
      </FocusedNotice>
    )
  return (
    <FocusedNotice of={before} kind="warning" title="The price has changed">
      <p role="alert">
        The price is now {formatMoney(totalCents)} (was {formatMoney(old.totals.driveAwayCents)}
        ). Nothing is confirmed yet. Accept the new price to continue.
      </p>
      {changes.length > 0 && (
        <PriceChanges changes={changes} before={old} after={now.currentQuote} />
      )}
      {list}
    </FocusedNotice>
  )
}

export interface Trouble {
  failure: ApiFailure
  /** The order may have arrived although its response was lost. */
  mayBeConfirmed: boolean
}

const CHECK_EVERY_MS = 10_000

/** Why the press did not confirm the purchase, or that this is unknown. */
export function TroubleNotice({
  trouble,
  checkAgain,
}: {
  trouble: Trouble
  /** Loads the purchase again. */
  checkAgain: () => Promise<void>
}) {
  const { failure, mayBeConfirmed } = trouble
  const check = useEffectEvent(() => void checkAgain())
  useEffect(() => {
    if (!mayBeConfirmed) return
    const onLine = () => check()
    addEventListener('online', onLine)
    const timer = setInterval(() => navigator.onLine && check(), CHECK_EVERY_MS)
    return () => {
      removeEventListener('online', onLine)
      clearInterval(timer)
    }
  }, [mayBeConfirmed])

  if ('termsVersion' in fieldMessages(failure))
    return (
      <FocusedNotice of={trouble} kind="error" title="The terms and conditions have changed">
        <p>
          Nothing is confirmed yet. <a href={location.href}>Reload the page</a>, then read and
          accept the new terms.
        </p>
      </FocusedNotice>
    )
  if ('unpaidPurchases' in fieldMessages(failure) && failure.kind === 'problem')
    return (
      <FocusedNotice of={trouble} kind="error" title="Your purchase isn’t confirmed">
        <p>{failure.problem.message}</p>
        <p>
          <a href={paths.customer('agreements')}>Go to My Purchases</a>
        </p>
      </FocusedNotice>
    )
  if (mayBeConfirmed)
    return (
      <FocusedNotice
        of={trouble}
        kind="error"
        title="We don’t know yet if your purchase is confirmed"
      >
        {failureMessage(failure)} It’s safe to try again. You won’t buy the car twice. Keep this
        page open: we’ll check every few seconds while you’re online and show you the result.
      </FocusedNotice>
    )
  return (
    <FocusedNotice of={trouble} kind="error" title="Your purchase isn’t confirmed">
      {failureMessage(failure)}
      {failure.kind === 'network' &&
        ' Nothing was sent and nothing is lost. Please try again in a moment.'}
    </FocusedNotice>
  )
}

/** The purchase was loaded again and is not confirmed. */
export const NotConfirmedNotice = () => (
  <FocusedNotice of={null} kind="warning" title="Your purchase isn’t confirmed">
    <p role="alert">
      You’re back online. We’ve checked, and nothing was confirmed. Please try again.
    </p>
  </FocusedNotice>
)
