import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { confirmServiceBooking } from '#lib/service/calls.ts'
import { parseServiceHash } from '#lib/service/steps.ts'
import { siteCall } from '#stores/site/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { replaceRouteAndSteps } from '#ui/hooks/use-hash.ts'
import { noteBookingChange } from './booking-change.ts'

/** Confirms a booking made without an account. It takes a press, as email programs open links automatically. */
export function ConfirmScreen({
  bookingId,
  confirmKey,
}: {
  bookingId: string
  /** The key in the link of the email. */
  confirmKey: string | null
}) {
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const confirm = async () => {
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(confirmServiceBooking, {
      params: { id: bookingId },
      body: { key: confirmKey ?? '' },
    })
    setIsBusy(false)
    if (answer.ok) {
      noteBookingChange(bookingId, 'booked')
      const isHere = (hash: string) => parseServiceHash(hash).screen === 'confirm'
      return replaceRouteAndSteps(`#/booking/${bookingId}?key=${answer.value.bookingKey}`, isHere)
    }
    const isUnknown = 'status' in answer.failure && answer.failure.status === 404
    setTrouble(
      isUnknown
        ? 'We can’t find this booking. Please check that you opened the whole link, or book again.'
        : failureMessage(answer.failure),
    )
  }

  return (
    <div className="wrap section service">
      <div className="stack">
        <AreaHeading title="Confirm your service booking" />
        <p>The day, time and dealer are in the email you’ve just opened.</p>
        {trouble && <Notice kind="error">{trouble}</Notice>}
        <div className="cluster">
          <Button kind="accent" isBusy={isBusy} onClick={confirm}>
            Confirm booking
          </Button>
          <a className="button button--quiet" href="#/">
            Book another time
          </a>
        </div>
        <StillWorking isBusy={isBusy} text="Confirming your booking" />
      </div>
    </div>
  )
}
