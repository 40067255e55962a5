import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { bookHandOver, cancelHandOver, listHandOverTimes } from '#lib/contract/hand-over.ts'
import type { HandOver as HandOverShape } from '#lib/contract/shapes/hand-over.ts'
import { handOverAppointment } from '#lib/domain/hand-over.ts'
import { shownPhone } from '#lib/domain/phone.ts'
import { calendarFile } from '#lib/domain/service-calendar.ts'
import { addressLine, bookingTime } from '#lib/domain/service-words.ts'
import { siteCall } from '#stores/api.ts'
import { paths } from '#stores/site.ts'
import { addToast } from '#stores/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { DayAndTime } from '#ui/DayAndTime.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { saveFile } from '#ui/save-file.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { useFaults } from '#ui/use-faults.ts'
import { useOpenForm } from './profile/Setting.tsx'
import type { Purchase } from './purchase-card.ts'

/** The appointment at which the car is handed over: chosen, changed, cancelled, and put into a calendar. */
export function HandOver({
  purchase,
  handOver: { outlet, appointment },
  onChanged,
}: {
  purchase: Purchase
  handOver: HandOverShape
  onChanged: () => void
}) {
  const { isOpen, opener, open, close } = useOpenForm()
  const [isBusy, setIsBusy] = useState(false)
  const { purchaseJourneyId: id, quote } = purchase
  const car = quote.vehicle.variantName
  const mayChange = !appointment || new Date().toISOString() <= appointment.changeUntil

  const cancel = async () => {
    setIsBusy(true)
    const answer = await siteCall(cancelHandOver, { params: { id } })
    setIsBusy(false)
    addToast(
      answer.ok
        ? { kind: 'info', text: 'The appointment is cancelled.' }
        : { kind: 'warning', text: failureMessage(answer.failure) },
    )
    onChanged()
  }
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
      <h3 className="purchase-details__title">Hand-over</h3>
      {appointment ? (
        <p>
          <strong>{bookingTime(appointment.startsAt)}</strong>
          <br />
          {outlet.name}, {addressLine({ outlet })}
          <br />
          Bring your driver licence.
        </p>
      ) : (
        <p>Choose when you collect your car from {outlet.name}. It takes about an hour.</p>
      )}
      {isOpen ? (
        <TimeForm
          id={id}
          current={appointment?.startsAt ?? ''}
          onDone={() => {
            close()
            onChanged()
          }}
          onClose={close}
        />
      ) : mayChange ? (
        <div className="cluster">
          {appointment && (
            <Button kind="quiet" isSmall onClick={addToCalendar}>
              Add to calendar
              <span className="visually-hidden">: {car}</span>
            </Button>
          )}
          <Button kind="quiet" isSmall ref={opener} onClick={open}>
            {appointment ? 'Change the time' : 'Choose a time'}
            <span className="visually-hidden"> for {car}</span>
          </Button>
          {appointment && (
            <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void cancel()}>
              Cancel the appointment
              <span className="visually-hidden"> for {car}</span>
            </Button>
          )}
        </div>
      ) : (
        <p className="small quiet">
          To change it now, please call {outlet.name} on {shownPhone(outlet.phone)}.
        </p>
      )}
    </section>
  )
}

function TimeForm({
  id,
  current,
  onDone,
  onClose,
}: {
  id: string
  current: string
  onDone: () => void
  onClose: () => void
}) {
  const [startsAt, setStartsAt] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const { form, faultAt, show, forget } = useFaults()
  const asked = useAnswer(`hand-over times ${id}`, () =>
    siteCall(listHandOverTimes, { params: { id } }),
  )
  if (asked.state === 'loading') return <Loading text="Looking for free times" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title="We could not load the times" tryAgain={asked.askAgain}>
        {asked.message}
      </Notice>
    )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!startsAt) return show({ startsAt: 'is required' })
    setTrouble('')
    setIsBusy(true)
    const answer = await siteCall(bookHandOver, { params: { id }, body: { startsAt } })
    setIsBusy(false)
    if (answer.ok) {
      addToast({ kind: 'info', text: 'The hand-over is booked. We emailed you the time.' })
      return onDone()
    }
    setTrouble(failureMessage(answer.failure))
    // Somebody else was quicker: the times that are shown are true again.
    asked.askAgain()
  }
  if (asked.value.days.length === 0)
    return <Notice>No time is free at the moment. Please call your outlet.</Notice>
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <DayAndTime
        days={asked.value.days}
        value={startsAt}
        error={faultAt('startsAt', 'The day and time')}
        onChange={(chosen) => {
          setStartsAt(chosen)
          forget('startsAt')
        }}
      />
      {trouble && (
        <Notice kind="error" title="The time was not booked">
          {trouble}
        </Notice>
      )}
      <div className="cluster">
        <Button type="submit" isSmall isBusy={isBusy}>
          Book this time
        </Button>
        <Button kind="quiet" isSmall onClick={onClose}>
          {current ? 'Keep the time' : 'Not now'}
        </Button>
      </div>
    </form>
  )
}
