import { useState, type ReactNode } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { listVehicles, addVehicle, removeVehicle } from '#lib/vehicles/calls.ts'
import type { Vehicle } from '#lib/vehicles/shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { bookingTime } from '#lib/service/labels.ts'
import { siteCall } from '#stores/site/api.ts'
import { changeDraft, chooseVehicle } from '#stores/service/service-draft.ts'
import { paths } from '#stores/site/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { useRowFocus } from '#ui/hooks/use-row-focus.ts'
import { Listing } from '#islands/account/Listing.tsx'
import { AddVehicle } from './AddVehicle.tsx'
import { Setting } from './Setting.tsx'

const nameOf = ({ make, model, year }: Vehicle) =>
  `${make.description} ${model.description} ${year}`

/** The customer's cars with their dates, recalls and documents, and a link to book a service. */
export function Vehicles({ customerId }: { customerId: number }) {
  const params = { id: customerId }
  const asked = useQuery(`vehicles ${customerId}`, async () => {
    const answer = await siteCall(listVehicles, { params })
    return answer.ok ? { ok: true, value: answer.value.vehicles } : answer
  })
  const refetch = () => {
    if (asked.state === 'ready') asked.refetch()
  }
  const [busy, setBusy] = useState('')
  const [removed, setRemoved] = useState('')
  const [trouble, setTrouble] = useState('')
  const keepFocus = useRowFocus(asked.state === 'ready' && asked.value)

  const change = async (registration: string, isRemoval: boolean) => {
    if (busy) return
    keepFocus()
    setTrouble('')
    setBusy(registration)
    const answer = isRemoval
      ? await siteCall(removeVehicle, { params: { ...params, registration } })
      : await siteCall(addVehicle, { params, body: { registration } })
    setBusy('')
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    setRemoved(isRemoval ? registration : '')
    refetch()
  }

  return (
    <Setting
      title="My vehicles"
      text="Dates, recalls and documents for your cars. A car you buy from us appears here after its hand-over."
    >
      {trouble && <Notice kind="error">{trouble}</Notice>}
      {removed && (
        <Notice kind="success">
          <p>
            {removed} has been removed.{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => void change(removed, false)}
            >
              Undo
            </button>
          </p>
        </Notice>
      )}
      <Listing
        asked={asked}
        name="your vehicles"
        empty={<p>You have no cars here yet. Add yours by its plate or VIN.</p>}
      >
        {(vehicles) => (
          <ul className="account__list vehicles">
            {vehicles.map((vehicle) => (
              <li className="card stack stack--s" key={vehicle.registration}>
                <VehicleCard
                  vehicle={vehicle}
                  isBusy={busy === vehicle.registration}
                  onRemove={() => void change(vehicle.registration, true)}
                />
              </li>
            ))}
          </ul>
        )}
      </Listing>
      <AddVehicle
        customerId={customerId}
        onAdded={() => {
          setRemoved('')
          refetch()
        }}
      />
    </Setting>
  )
}

/** Starts booking a service for a car, with its open recall repairs if asked for. */
const beginBooking = (vehicle: Vehicle, withRecalls = false) => {
  const { registration, isElectric, openRecalls } = vehicle
  chooseVehicle({
    registration,
    vehicle: `${registration} (${nameOf(vehicle)})`,
    isElectric,
    openRecalls,
  })
  if (withRecalls)
    changeDraft({ recallNumbers: openRecalls.map(({ recallNumber }) => recallNumber) })
}
const BOOK = `${paths.service}#/outlet`

const dayOrEnd = (day: string, today: string) =>
  day < today ? `Ended ${formatDay(day)}` : `Until ${formatDay(day)}`

const dayFromRegister = (day: string | null, today: string) =>
  day ? dayOrEnd(day, today) : 'No date from the register'

function VehicleCard({
  vehicle,
  isBusy,
  onRemove,
}: {
  vehicle: Vehicle
  isBusy: boolean
  onRemove: () => void
}) {
  const { registration, wofExpiry, licenceExpiry, warranty, nextService, booking, openRecalls } =
    vehicle
  const today = useToday()
  const facts: [label: string, value: ReactNode][] = [
    ['Warrant of Fitness', dayFromRegister(wofExpiry, today)],
    ['Registration (rego)', dayFromRegister(licenceExpiry, today)],
    [
      'Warranty',
      warranty &&
        `${dayOrEnd(warranty.until, today)}, or ${formatNumber(warranty.km)}\u00a0km if sooner`,
    ],
    [
      nextService?.isFirst ? 'First service' : 'Next service',
      nextService && formatDay(nextService.day),
    ],
    [
      'Booked service',
      booking && (
        <a href={paths.serviceBooking(booking.bookingId)}>{bookingTime(booking.startsAt)}</a>
      ),
    ],
    ['VIN', vehicle.vin],
    ['Recalls', openRecalls.length === 0 ? 'None outstanding' : null],
  ]
  return (
    <>
      <h3 className="vehicles__title">
        <span className="plate">{registration}</span>{' '}
        <span className="quiet">{nameOf(vehicle)}</span>
      </h3>
      <OpenRecallNotice recalls={openRecalls}>
        <p>
          <a
            className="button button--small"
            href={BOOK}
            onClick={() => beginBooking(vehicle, true)}
          >
            Book the free repair<span className="visually-hidden"> for {registration}</span>
          </a>
        </p>
      </OpenRecallNotice>
      <dl className="facts small">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {vehicle.purchaseJourneyId && (
        <p className="small">
          Documents: <a href={paths.agreement(vehicle.purchaseJourneyId)}>agreement</a>,{' '}
          <a href={paths.customer('agreements')}>receipts (under My Purchases)</a>
        </p>
      )}
      <div className="cluster">
        <a
          className="button button--quiet button--small"
          href={BOOK}
          onClick={() => beginBooking(vehicle)}
        >
          Book a service<span className="visually-hidden"> for {registration}</span>
        </a>
        <Button kind="quiet" isSmall isBusy={isBusy} onClick={onRemove}>
          Remove<span className="visually-hidden"> {registration}</span>
        </Button>
      </div>
    </>
  )
}
