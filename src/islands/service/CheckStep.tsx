import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { addressLine, bookingTime, formatMinutes, servicePrice } from '#lib/service/labels.ts'
import { CHANGE_UNTIL_HOURS } from '#lib/service/slots.ts'
import { hrefOf, parseServiceHash, type BookingStep } from '#lib/service/steps.ts'
import { faultSentence, refusedFields } from '#lib/shared/faults.ts'
import {
  $serviceOutlet,
  bookDraft,
  bookedRecalls,
  changeDraft,
  clearDraft,
  keepHold,
  loadOpenRecalls,
} from '#stores/service/service-draft.ts'
import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { goTo, replaceRouteAndSteps } from '#ui/hooks/use-hash.ts'
import { noteBookingChange } from './booking-change.ts'
import { StepButtons, type StepProps } from './StepButtons.tsx'
import { HoldNote } from './HoldNote.tsx'

/** Rows without a link: the price follows the service, and a recall repair is removed above. */
const NOT_CHANGED_HERE = ['Price', 'Free recall repair']
const CONTACT = ['firstName', 'lastName', 'email', 'mobilePhone']

/** The summary before booking, with a link to change each choice. */
export function CheckStep({ draft, outlet, type, onRefused }: StepProps) {
  const { hold, contact, note } = draft
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isSignedIn = useIslandStore($session, SIGNED_OUT).token !== null
  useEffect(() => keepHold(), [])
  // Just booked, or changed in another tab: another screen is about to show.
  if (!hold || !outlet || !type) return null

  const book = async () => {
    setTrouble('')
    setIsBusy(true)
    const answer = await bookDraft()
    if (answer.ok) {
      const { booking, bookingKey } = answer.value
      noteBookingChange(booking.bookingId, 'booked')
      // A signed-in customer needs no key, so none stays in the address after signing out.
      const key = $session.get().token ? '' : `?key=${bookingKey}`
      const isStep = (hash: string) => parseServiceHash(hash).screen === 'step'
      await replaceRouteAndSteps(`#/booking/${booking.bookingId}${key}`, isStep)
      return clearDraft()
    }
    setIsBusy(false)
    const { failure } = answer
    const message = failureMessage(failure)
    const faults = refusedFields(failure, CONTACT, /^contact\./)
    if (faults) {
      onRefused({ message, faults })
      return goTo('#/contact')
    }
    const dealer = faultSentence('This dealer', refusedFields(failure, ['outletCode'])?.outletCode)
    if (dealer) {
      onRefused({ message: `${dealer}. Please choose another.`, faults: {} })
      $serviceOutlet.set('')
      return goTo('#/outlet')
    }
    if (refusedFields(failure, ['recallNumbers'])) {
      changeDraft({ openRecalls: null, recallNumbers: [] })
      void loadOpenRecalls()
      return setTrouble(
        'This car’s recalls have changed. Check your booking, then press Book service again.',
      )
    }
    if (failure.kind === 'problem' && failure.status === 409) {
      onRefused({ message, faults: {} })
      changeDraft({ hold: null })
      return goTo('#/time')
    }
    setTrouble(message)
  }

  const rows: [label: string, value: string, step: BookingStep][] = [
    ['Vehicle', draft.vehicle || draft.registration, 'vehicle'],
    ['Dealer', `${outlet.name}, ${addressLine({ outlet })}`, 'outlet'],
    ['Service', `${type.name}, about ${formatMinutes(type.minutes)}`, 'service'],
    ...bookedRecalls(draft).map(({ title }): [string, string, BookingStep] => [
      'Free recall repair',
      title,
      'service',
    ]),
    ['Drop-off', bookingTime(hold.startsAt), 'time'],
    ['Price', servicePrice(type, draft.isElectric), 'service'],
    [
      'Your details',
      [`${contact.firstName} ${contact.lastName}`, contact.email, contact.mobilePhone].join('\n'),
      'contact',
    ],
    ...(note ? [['Note', note, 'contact'] as [string, string, BookingStep]] : []),
  ]
  return (
    <div className="stack">
      <HoldNote key={hold.heldUntil} hold={hold} />
      <dl className="service-check">
        {rows.map(([label, value, step]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd>
              {!NOT_CHANGED_HERE.includes(label) && (
                <a href={hrefOf(step)}>
                  Change<span className="visually-hidden"> {label.toLowerCase()}</span>
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">
        You pay nothing now. You can change or cancel until {CHANGE_UNTIL_HOURS} hours before.
        {!isSignedIn && ' We’ll email you a link. Open it within an hour to confirm.'}
      </p>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <StepButtons back="contact">
        <Button kind="accent" isBusy={isBusy} onClick={book}>
          Book service
        </Button>
      </StepButtons>
      <StillWorking isBusy={isBusy} text="Booking your service" />
    </div>
  )
}
