import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { bookHandOver, cancelHandOver, listHandOverTimes } from '#lib/purchases/delivery-calls.ts'
import type { HandOver as HandOverShape } from '#lib/purchases/hand-over-shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { formatDays, type Days } from '#lib/catalogue/delivery.ts'
import { handOverAppointment } from '#lib/purchases/hand-over.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { calendarFile } from '#lib/service/calendar.ts'
import { addressLine, bookingTime } from '#lib/service/labels.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { DayAndTime } from '#ui/fields/DayAndTime.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useMinute } from '#ui/hooks/use-minute.ts'
import { useOpenForm } from '#ui/hooks/use-opener.ts'
import type { Purchase } from './purchase-card.ts'

/** The appointment for the hand-over: choosing, changing and cancelling it, and adding it to a calendar. */
export function HandOver({
  purchase,
  handOver: { outlet, appointment },
  estimate,
  onChanged,
}: {
  purchase: Purchase
  handOver: HandOverShape
  /** The days between which the car should be ready. */
  estimate: Days | null
  onChanged: () => void
}) {
  const { isOpen: isChoosing, opener: chooser, open: choose, close } = useOpenForm()
  const { isOpen: isCancelling, opener: canceller, open: ask, close: keep } = useOpenForm()
  const { purchaseJourneyId: id, quote } = purchase
  const car = quote.vehicle.variantName
  const nowMs = useMinute()
  const mayChange = !appointment || nowMs <= Date.parse(appointment.changeUntil)
  const isAsked = isCancelling && appointment !== null && mayChange

  const heading = useRef<HTMLHeadingElement>(null)
  const hadAppointment = useRef(appointment !== null)
  useEffect(() => {
    if (isChoosing || isCancelling) heading.current?.focus()
  }, [isChoosing, isCancelling])
  useEffect(() => {
    // The appointment with the focus is gone.
    if (hadAppointment.current && !appointment) heading.current?.focus()
    hadAppointment.current = appointment !== null
  }, [appointment])

  const addToCalendar = () => {
    const url = location.origin + paths.customer('agreements')
    const writtenAt = new Date().toISOString()
    const file = calendarFile(
      handOverAppointment({
        purchaseJourneyId: id,
        car,
        outlet,
        appointment: appointment!,
        url,
        writtenAt,
      }),
    )
    saveFile('hand-over.ics', 'text/calendar;charset=utf-8', file)
  }

  return (
    <section className="stack stack--s">
      <h3 className="purchase-details__title" ref={heading} tabIndex={-1}>
        {isAsked ? 'Cancel the appointment?' : 'Hand-over'}
      </h3>
      {appointment ? (
        <p>
          <strong>{bookingTime(appointment.startsAt)}</strong>
          <br />
          {outlet.name}, {addressLine({ outlet })}
          <br />
          Bring your driver licence.
        </p>
      ) : (
        <p>Choose when to collect your car from {outlet.name}. Allow about an hour.</p>
      )}
      {appointment && estimate && aucklandDay(appointment.startsAt) < estimate.from && (
        <Notice kind="warning" title="Your car won’t be ready by then">
          {`The new estimate is ${formatDays(estimate.from, estimate.to)}. Please change the time.`}
        </Notice>
      )}
      {isChoosing ? (
        <TimeForm
          id={id}
          current={appointment?.startsAt ?? ''}
          call={callOutlet(outlet)}
          onDone={() => {
            close()
            onChanged()
          }}
          onClose={close}
        />
      ) : isAsked ? (
        <Cancel id={id} onChanged={onChanged} onClose={keep} />
      ) : (
        <>
          <div className="cluster">
            {appointment && (
              <Button kind="quiet" isSmall onClick={addToCalendar}>
                Add to calendar
                <span className="visually-hidden">: {car}</span>
              </Button>
            )}
            {mayChange && (
              <Button kind="quiet" isSmall ref={chooser} onClick={choose}>
                {appointment ? 'Change the time' : 'Choose a time'}
                <span className="visually-hidden"> for {car}</span>
              </Button>
            )}
            {mayChange && appointment && (
              <Button kind="quiet" isSmall ref={canceller} onClick={ask}>
                Cancel the appointment
                <span className="visually-hidden"> for {car}</span>
              </Button>
            )}
          </div>
          {!mayChange && <p className="small quiet">To change it now, {callOutlet(outlet)}</p>}
        </>
      )}
    </section>
  )
}

const callOutlet = ({ name, phone }: HandOverShape['outlet']) =>
  `please call ${name} on ${shownPhone(phone)}.`

function Cancel({
  id,
  onChanged,
  onClose,
}: {
  id: string
  onChanged: () => void
  onClose: () => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const cancel = async () => {
    setIsBusy(true)
    const answer = await siteCall(cancelHandOver, { params: { id } })
    setIsBusy(false)
    addToast(
      answer.ok
        ? { kind: 'info', text: 'The appointment is cancelled.' }
        : { kind: 'warning', text: failureMessage(answer.failure) },
    )
    onClose()
    onChanged()
  }
  return (
    <>
      <p>We’ll release the time. You can choose another one.</p>
      <div className="cluster">
        <Button isSmall kind="danger" isBusy={isBusy} onClick={() => void cancel()}>
          Yes, cancel it
        </Button>
        <Button isSmall kind="quiet" onClick={onClose}>
          Keep the appointment
        </Button>
      </div>
    </>
  )
}

function TimeForm({
  id,
  current,
  call,
  onDone,
  onClose,
}: {
  id: string
  current: string
  /** The alternative to booking here: `please call …`. */
  call: string
  onDone: () => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { form, faultAt, show, forget } = useFaults()
  const asked = useQuery(`hand-over times ${id}`, () =>
    siteCall(listHandOverTimes, { params: { id } }),
  )
  const close = (
    <Button kind="quiet" isSmall onClick={onClose}>
      {current ? 'Keep this time' : 'Not now'}
    </Button>
  )
  if (asked.state !== 'ready' || asked.value.days.length === 0)
    return (
      <>
        {asked.state === 'loading' ? (
          <Loading text="Looking for free times" />
        ) : asked.state === 'failed' ? (
          <Notice kind="error" title="We couldn’t load the times" tryAgain={asked.refetch}>
            {`${asked.message} Or ${call}`}
          </Notice>
        ) : (
          <Notice>{`No times are free right now. To arrange one, ${call}`}</Notice>
        )}
        <div>{close}</div>
      </>
    )
  // A time that someone else takes is no longer chosen.
  const startsAt = asked.value.days.some(({ starts }) => starts.includes(chosen)) ? chosen : ''
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!startsAt) return show({ startsAt: 'is required' })
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(bookHandOver, { params: { id }, body: { startsAt } })
    setIsBusy(false)
    if (answer.ok) {
      addToast({ kind: 'info', text: 'Your hand-over is booked. We’ve emailed you the time.' })
      return onDone()
    }
    setTrouble(failureMessage(answer.failure))
    // The time may be taken: load the free times again.
    asked.refetch()
  }
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <DayAndTime
        days={asked.value.days}
        value={startsAt}
        error={faultAt('startsAt', 'A day and time')}
        onChange={(start) => {
          setChosen(start)
          forget('startsAt')
        }}
      />
      {trouble && (
        <Notice kind="error" title="We couldn’t book this time">
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        <Button type="submit" isSmall isBusy={isBusy}>
          Book this time
        </Button>
        {close}
      </div>
    </form>
  )
}
