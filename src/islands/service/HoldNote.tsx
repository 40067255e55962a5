import { useEffect, useState } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { ServiceHold } from '#lib/service/shapes.ts'
import { formatTime } from '#lib/shared/instants.ts'
import { isHeld } from '#stores/service/service-draft.ts'

/** Says until when the chosen time is held, or that the hold has expired. */
export function HoldNote({ hold }: { hold: ServiceHold }) {
  const [nowMs, setNowMs] = useState(serverNowMs)
  const endsInMs = Date.parse(hold.heldUntil) - nowMs
  useEffect(() => {
    if (endsInMs <= 0) return
    const timer = setTimeout(() => setNowMs(serverNowMs()), endsInMs)
    return () => clearTimeout(timer)
  }, [endsInMs])
  return (
    <p className="small quiet" role="status">
      {isHeld(hold, nowMs)
        ? `We’re holding ${formatTime(hold.startsAt)} for you until ${formatTime(hold.heldUntil)}.`
        : `We’re no longer holding ${formatTime(hold.startsAt)}. It may still be free. Carry on, or choose another time.`}
    </p>
  )
}
