import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import { changeServiceBooking } from '#lib/service/calls.ts'
import type { ServiceBooking, ServiceHold } from '#lib/service/shapes.ts'
import { looksAfter } from '#lib/service/slots.ts'
import { bookingTime, servicePrice } from '#lib/service/labels.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { holdTime } from '#stores/service/service-draft.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/fields/first-invalid.ts'
import { Notice } from '#ui/Notice.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { replaceRoute } from '#ui/hooks/use-hash.ts'
import { noteBookingChange } from './booking-change.ts'
import { BookingGate, useBooking, type BookingProps } from './BookingScreen.tsx'
import type { ServiceData } from './service-data.ts'
import { TimePicker } from './TimePicker.tsx'

/** Changes a booking to another time, service or dealer. The present one stays until the new one is confirmed. */
export function ChangeScreen(props: BookingProps & ServiceData) {
  const asked = useBooking(props)
  return (
    <div className="wrap section service">
      <BookingGate asked={asked} {...props}>
        {(booking) => <ChangeForm booking={booking} {...props} />}
      </BookingGate>
    </div>
  )
}

function ChangeForm({
  booking,
  bookingId,
  bookingKey,
  outlets,
  types,
}: BookingProps & ServiceData & { booking: ServiceBooking }) {
  const [outletCode, setOutletCode] = useState(booking.outlet.outletCode)
  const [serviceCode, setServiceCode] = useState(booking.service.code)
  const [startsAt, setStartsAt] = useState('')
  const [held, setHeld] = useState<ServiceHold | null>(null)
  const [round, setRound] = useState(0)
  const [isMissing, setIsMissing] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, clear } = useFaults()
  const back = `#/booking/${bookingId}${bookingKey ? `?key=${bookingKey}` : ''}`

  const change = async (wanted: Pick<ServiceHold, 'outletCode' | 'serviceCode' | 'startsAt'>) => {
    // A change whose answer was lost may have been made, so it is sent again with the same hold.
    const isSame =
      held?.outletCode === wanted.outletCode &&
      held.serviceCode === wanted.serviceCode &&
      held.startsAt === wanted.startsAt
    const hold = isSame
      ? ({ ok: true, value: held } as const)
      : await holdTime(wanted, held?.holdId)
    if (!hold.ok) return hold
    setHeld(hold.value)
    return siteCall(changeServiceBooking, {
      params: { id: bookingId },
      body: { holdId: hold.value.holdId },
      ...(bookingKey ? { bookingKey } : {}),
    })
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    clear()
    if (startsAt === '') {
      setIsMissing(true)
      focusFirstInvalid(event.currentTarget as HTMLFormElement)
      return
    }
    setIsBusy(true)
    const answer = await change({ outletCode, serviceCode, startsAt })
    setIsBusy(false)
    if (answer.ok) {
      noteBookingChange(bookingId, 'changed')
      replaceRoute(back)
      return
    }
    const refused = refusedFields(answer.failure, ['outletCode', 'serviceCode'])
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
    if (mayStillWork(answer.failure)) return
    setHeld(null)
    setStartsAt('')
    setRound(round + 1)
  }

  const choose = (change: () => void) => {
    change()
    clear()
    setStartsAt('')
  }
  return (
    <form className="stack" ref={form} onSubmit={submit} noValidate>
      <AreaHeading title="Change your booking" />
      <p className="quiet">
        Now: {booking.service.name} at {booking.outlet.name}, {bookingTime(booking.startsAt)}. It
        stays booked until you’ve chosen another time.
      </p>
      <div className="form">
        <SelectField
          label="Dealer"
          value={outletCode}
          error={faultAt('outletCode', 'This dealer')}
          onChange={(code) => choose(() => setOutletCode(code))}
          options={outlets
            .filter(
              (outlet) =>
                looksAfter(outlet, booking.isElectric) ||
                outlet.outletCode === booking.outlet.outletCode,
            )
            .map(({ outletCode: code, region, name, evCertified }) => ({
              value: code,
              label: `${region}: ${name}${evCertified || booking.isElectric === false ? '' : ', not for electric cars'}`,
            }))}
        />
        <SelectField
          label="Service"
          value={serviceCode}
          error={faultAt('serviceCode', 'This service')}
          onChange={(code) => choose(() => setServiceCode(code))}
          options={types.map((type) => ({
            value: type.code,
            label: `${type.name}: ${servicePrice(type, booking.isElectric)}`,
          }))}
        />
      </div>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className={isMissing ? 'field--invalid' : undefined}>
        <TimePicker
          key={`${outletCode} ${serviceCode} ${round}`}
          outletCode={outletCode}
          serviceCode={serviceCode}
          value={startsAt}
          error={isMissing ? 'Please choose a day and a time' : ''}
          onChange={(chosen) => {
            setStartsAt(chosen)
            setIsMissing(false)
          }}
        />
      </div>
      <div className="cluster">
        <Button type="submit" isBusy={isBusy}>
          Change booking
        </Button>
        <a className="button button--quiet" href={back}>
          Keep it as it is
        </a>
      </div>
    </form>
  )
}
