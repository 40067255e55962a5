import { useEffect, useRef, useState } from 'react'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import type { Watch as Watched } from '#lib/stock/watch-shapes.ts'
import { confirmWatch, endWatch, getWatch } from '#lib/stock/watch-calls.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { paths } from '#stores/site/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Loading, StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useHash } from '#ui/hooks/use-hash.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'

/** A watched car, by the key in the links of its emails: one press confirms or stops the watch. */
export function Watch() {
  const isHydrated = useIsHydrated()
  const key = useHash().slice('#/'.length)
  if (!isHydrated) return <Loading text="Opening the car you’re watching" />
  return key === '' ? (
    <NothingWatched>This link is incomplete. Please open it from our email again.</NothingWatched>
  ) : (
    <WatchedCar key={key} watchKey={key} />
  )
}

function WatchedCar({ watchKey }: { watchKey: string }) {
  const params = { key: watchKey }
  const asked = useQuery<Watched | null>(watchKey, async () => {
    const answer = await publicApi(getWatch, { params })
    return !answer.ok && isMissing(answer.failure) ? { ok: true, value: null } : answer
  })
  const [changed, setChanged] = useState<{ watch: Watched | null } | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (changed) heading.current?.focus()
  }, [changed])

  const act = async (what: 'confirm' | 'stop') => {
    setTrouble('')
    setIsBusy(true)
    const answer =
      what === 'confirm'
        ? await publicApi(confirmWatch, { params })
        : await publicApi(endWatch, { params })
    setIsBusy(false)
    if (answer.ok) setChanged({ watch: answer.value ?? null })
    else setTrouble(failureMessage(answer.failure))
  }

  if (asked.state === 'loading') return <Loading text="Opening the car you’re watching" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" tryAgain={asked.refetch}>
        <p>We couldn’t open this page. {asked.message}</p>
      </Notice>
    )
  if (changed?.watch === null)
    return (
      <section className="stack">
        <h2 ref={heading} tabIndex={-1}>
          We’ve stopped the emails
        </h2>
        <p>You won’t get any more emails about this car. We’ve deleted your request.</p>
        <Onward />
      </section>
    )
  const watch = changed?.watch ?? asked.value
  if (!watch)
    return (
      <NothingWatched>
        This link no longer works. You may have stopped the emails or not confirmed in time. It’s
        also possible that the 12 months are up or the car is no longer sold.
      </NothingWatched>
    )
  return (
    <section className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {watch.car}
      </h2>
      {changed && (
        <Notice kind="success">
          {`Confirmed. We’ll email you when its price changes or it comes into stock, until ${formatDay(aucklandDay(watch.ends))}.`}
        </Notice>
      )}
      <dl className="facts">
        <div>
          <dt>Drive-away price</dt>
          <dd>{formatMoney(watch.priceCents)}</dd>
        </div>
        <div>
          <dt>Stock</dt>
          <dd>{watch.stockLevel}</dd>
        </div>
        {watch.isConfirmed && (
          <div>
            <dt>Watched until</dt>
            <dd>{formatDay(aucklandDay(watch.ends))}</dd>
          </div>
        )}
      </dl>
      {!watch.isConfirmed && (
        <p>
          Would you like an email when this car’s price changes or it comes into stock? We’ll send
          at most one a day, for 12 months. Unsubscribe any time.
        </p>
      )}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div>
        {watch.isConfirmed ? (
          <Button kind={changed ? 'quiet' : 'primary'} isBusy={isBusy} onClick={() => act('stop')}>
            Stop these emails
          </Button>
        ) : (
          <Button isBusy={isBusy} onClick={() => act('confirm')}>
            Yes, email me
          </Button>
        )}
      </div>
      <StillWorking isBusy={isBusy} text="Saving your answer" />
    </section>
  )
}

const isMissing = (failure: ApiFailure) => 'status' in failure && failure.status === 404

const NothingWatched = ({ children }: { children: string }) => (
  <section className="stack">
    <p>{children}</p>
    <Onward />
  </section>
)

const Onward = () => (
  <p>
    <a href={paths.buildAndQuote()}>Build and quote</a>
  </p>
)
