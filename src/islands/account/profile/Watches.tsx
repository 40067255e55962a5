import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { endWatch, listWatches } from '#lib/stock/watch-calls.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useRowFocus } from '#ui/hooks/use-row-focus.ts'
import { Listing } from '#islands/account/Listing.tsx'
import { Setting } from './Setting.tsx'

/** The cars whose price and stock the customer watches, with a way to stop. */
export function Watches({ customerId }: { customerId: number }) {
  const asked = useQuery(`watches ${customerId}`, async () => {
    const answer = await siteCall(listWatches, { params: { id: customerId } })
    return answer.ok ? { ok: true, value: answer.value.watches } : answer
  })
  const [busy, setBusy] = useState('')
  const keepFocus = useRowFocus(asked.state === 'ready' && asked.value)
  const stop = async (key: string, car: string) => {
    if (busy) return
    keepFocus()
    setBusy(key)
    const answer = await siteCall(endWatch, { params: { key } })
    setBusy('')
    if (answer.ok)
      addToast({ kind: 'success', text: `You won’t get any more emails about ${car}.` })
    else
      addToast({
        kind: 'warning',
        text: `We couldn’t stop the emails: ${failureMessage(answer.failure)}`,
      })
    if (asked.state === 'ready') asked.refetch()
  }

  return (
    <Setting
      title="Cars you’re watching"
      text="We’ll email you when a price changes or a car comes into stock."
    >
      <Listing
        asked={asked}
        name="the cars you’re watching"
        empty={
          <p>
            You’re not watching any cars yet. <a href={paths.buildAndQuote()}>Build one</a> and
            press Watch price and stock.
          </p>
        }
      >
        {(watches) => (
          <ul className="account__list divided">
            {watches.map(({ key, car, request, priceCents, stockLevel, isConfirmed, ends }) => (
              <li className="setting__line setting__line--row" key={key}>
                <div>
                  <p>
                    <a href={paths.buildAndQuote() + configurationQuery(request)}>
                      <strong>{car}</strong>
                    </a>
                  </p>
                  <p className="small quiet">
                    {formatMoney(priceCents)} drive-away, {stockLevel.toLowerCase()}.{' '}
                    {isConfirmed
                      ? `Until ${formatDay(aucklandDay(ends))}.`
                      : 'Open the link in our email to confirm it.'}
                  </p>
                </div>
                <Button
                  kind="quiet"
                  isSmall
                  isBusy={busy === key}
                  onClick={() => void stop(key, car)}
                >
                  Stop<span className="visually-hidden"> the emails about {car}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Setting>
  )
}
