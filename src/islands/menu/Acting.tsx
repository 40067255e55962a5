import { useEffect, useState } from 'react'
import { SIGNED_OUT, type Session } from '#stores/session/session-shape.ts'
import { $session, actFor, noteActingEnd } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { ACTING_IDLE_MS, actingEndsAtMs } from '#lib/staff/acting.ts'

/** The customer whom staff act for, or that acting has ended. */
export function Acting() {
  const { actingFor, hasActingEnded } = useIslandStore($session, SIGNED_OUT)
  if (actingFor) return <UnderWay actingFor={actingFor} />
  if (!hasActingEnded) return null
  return (
    <section className="banner banner--ended" aria-label="Acting for a customer">
      <p role="status">
        You have been signed out of the customer account, after 30 minutes of inactivity or 4 hours
        in total.
      </p>
      <p className="banner__links">
        <a href={paths.staffSearch} onClick={noteActingEnd}>
          Customer Search
        </a>
        <button type="button" className="link-button" onClick={noteActingEnd}>
          Close
        </button>
      </p>
    </section>
  )
}

/** How often the remaining time is updated. */
const TICK_MS = 5_000

function UnderWay({ actingFor }: { actingFor: NonNullable<Session['actingFor']> }) {
  const { firstName, lastName } = actingFor.name
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  // An act since the last tick has put the end off: it never shows more than the whole time.
  const leftMs = Math.min(ACTING_IDLE_MS, actingEndsAtMs(actingFor) - nowMs)
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000))
  return (
    <section className="banner banner--acting" aria-label="Acting for a customer">
      <p>
        Acting for <strong>{[firstName, lastName].filter(Boolean).join(' ')}</strong>
      </p>
      <p className="banner__time" role="timer" data-soon={minutes <= 5 || undefined}>
        {minutes} min left
      </p>
      <p className="banner__links">
        <a href={paths.staffCustomer(actingFor.id)}>Customer record</a>
        <a href={paths.staffSearch} onClick={() => actFor(null)}>
          Stop acting
        </a>
      </p>
    </section>
  )
}
