import { useState, type ComponentProps } from 'react'
import { bookHandOver, listHandOverTimes, recordDelivery } from '#lib/purchases/delivery-calls.ts'
import type { DeliveryStatus } from '#lib/codes.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { DELIVERY_STAGES, isOnwards, formatDays } from '#lib/catalogue/delivery.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { DayAndTime } from '#ui/fields/DayAndTime.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PLATE_MESSAGE, PlateField } from '#ui/fields/PlateField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { ActionForm, type PurchaseActionProps } from '../ActionForm.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { TradedInElsewhere } from './TradedInElsewhere.tsx'

/** Records where the car is now. */
export function RecordDelivery({ purchase, onChanged }: PurchaseActionProps) {
  const { status } = purchase.delivery
  const stages = DELIVERY_STAGES.filter((stage) => isOnwards(status, stage.status)).map(
    ({ status: value, label }) => ({ value, label }),
  )
  const form = `delivery ${purchase.journey.id}`
  const [chosen, setChosen] = useDraftState<DeliveryStatus | ''>(typedForms, `${form} stage`, '')
  const stage = stages.find(({ value }) => value === chosen)
  return (
    <ActionForm
      form={form}
      label="Update delivery status"
      submit="Record it"
      question={`Record “${stage?.label}”? We’ll tell the customer. You can’t go back a stage.`}
      isReady={stage !== undefined}
      done="Delivery status updated. We’ve told the customer."
      run={() =>
        siteCall(recordDelivery, {
          params: { id: purchase.journey.id },
          body: { deliveryStatus: stage!.value },
          ifMatch: `"v${purchase.journey.version}"`,
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <SelectField
          label="The car is"
          value={stage ? chosen : ''}
          options={stages}
          placeholder="Choose a stage"
          onChange={setChosen}
          error={wasTried && !stage ? 'Please choose a stage' : ''}
        />
      )}
    </ActionForm>
  )
}

/** Changes the days between which the car should be ready. */
export function ChangeEstimate({ purchase, onChanged }: PurchaseActionProps) {
  const { estimate } = purchase.delivery
  // A field left alone keeps the last estimate.
  const form = `estimate ${purchase.journey.id}`
  const [typedFrom, setFrom] = useDraftState<string | null>(typedForms, `${form} from`, null)
  const [typedTo, setTo] = useDraftState<string | null>(typedForms, `${form} to`, null)
  const [isToUnreadable, setIsToUnreadable] = useState(false)
  const [note, setNote] = useDraftState(typedForms, `${form} note`, '')
  const from = typedFrom ?? estimate?.from ?? ''
  const to = typedTo ?? estimate?.to ?? ''
  const last = to || from
  const isReady = from !== '' && !isToUnreadable && last >= from
  return (
    <ActionForm
      form={form}
      label="Change the delivery date"
      submit="Record it"
      question={
        isReady
          ? `Change the estimate? The new dates are ${formatDays(from, last)}. We’ll email the customer.`
          : ''
      }
      isReady={isReady}
      done="Delivery date changed. We’ve emailed the customer."
      run={async () => {
        const answer = await siteCall(recordDelivery, {
          params: { id: purchase.journey.id },
          body: { estimate: { from, to: last }, ...(note.trim() && { note: note.trim() }) },
          ifMatch: `"v${purchase.journey.version}"`,
        })
        if (answer.ok) {
          setFrom(null)
          setTo(null)
          setNote('')
        }
        return answer
      }}
      onChanged={onChanged}
    >
      {(wasTried) => (
        <>
          <DateField
            label="Ready from"
            hint="Day, month and year"
            value={from}
            onChange={setFrom}
            error={wasTried && !from ? 'Please enter the first day' : ''}
          />
          <DateField
            label="To"
            hint="Leave empty for a single day"
            optional
            value={to}
            onChange={(day, isUnreadable = false) => {
              setTo(day)
              setIsToUnreadable(isUnreadable)
            }}
            error={
              !wasTried || isReady || !from
                ? ''
                : isToUnreadable
                  ? 'Please enter a date, for example 27/3/2027'
                  : 'Please enter a date after the first one'
            }
          />
          <TextField
            label="Reason"
            hint="The customer sees this"
            optional
            maxLength={300}
            autoComplete="off"
            value={note}
            onChange={setNote}
          />
        </>
      )}
    </ActionForm>
  )
}

/** Books the time at which the customer collects the car. */
export function BookHandOver({ purchase, onChanged }: PurchaseActionProps) {
  const { id } = purchase.journey
  const form = `hand-over ${id}`
  const [startsAt, setStartsAt] = useDraftState(typedForms, `${form} time`, '')
  const [tries, setTries] = useState(0)
  const book = async () => {
    const answer = await siteCall(bookHandOver, { params: { id }, body: { startsAt } })
    const status = !answer.ok && 'status' in answer.failure ? answer.failure.status : 0
    // Booked, or taken by someone else: load the free times again.
    if (answer.ok || status === 409) {
      setStartsAt('')
      setTries((count) => count + 1)
    }
    return answer
  }
  return (
    <ActionForm
      form={form}
      label={purchase.handOver?.appointment ? 'Change the hand-over time' : 'Book the hand-over'}
      submit="Book it"
      isReady={startsAt !== ''}
      done="Hand-over booked. We’ve emailed the customer."
      run={book}
      onChanged={onChanged}
    >
      {(wasTried) => (
        <HandOverTimes
          key={tries}
          id={id}
          value={startsAt}
          error={wasTried && !startsAt ? 'Please choose a day and a time' : ''}
          onChange={setStartsAt}
        />
      )}
    </ActionForm>
  )
}

/** Records that the customer has the car, with its plate. */
export function HandCarOver({ obstacle, purchase, onChanged }: PurchaseActionProps) {
  const form = `handed-over ${purchase.journey.id}`
  const [typed, setTyped] = useDraftState(typedForms, `${form} plate`, '')
  const registration = normalisePlate(typed)
  const { paymentMetadata, tradeInformation, currentQuote } = purchase.journey
  const { owedCents = 0 } = paymentMetadata
  const tradedIn = countsTradeIn(currentQuote.payOption)
    ? tradeInformation.vehicles.filter(({ status }) => status === 'APPRAISAL_ACCEPTED')
    : []
  return (
    <ActionForm
      form={form}
      label="Hand the car over"
      submit="Confirm hand-over"
      isReady={registration !== null}
      done="Purchase complete. The car is now in the customer’s profile."
      obstacle={obstacle}
      run={() =>
        siteCall(advanceJourney, {
          params: { id: purchase.journey.id },
          ifMatch: `"v${purchase.journey.version}"`,
          body: { event: 'handed-over', registration: registration ?? '' },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <>
          <p>
            Has the customer collected the car? This completes the purchase and can’t be undone.
            We’ll email them their warranty and first service date.
            {tradedIn.length > 0 &&
              ` Their trade-in ${tradedIn.map(({ registration: plate }) => plate).join(' and ')} will leave their profile today.`}
          </p>
          {tradedIn.map((vehicle) => (
            <TradedInElsewhere key={vehicle.id} purchase={purchase} vehicle={vehicle} />
          ))}
          {owedCents > 0 && (
            <p>
              <strong>{`We owe the customer ${formatMoney(owedCents)}. Pay it before you continue.`}</strong>
            </p>
          )}
          <PlateField
            hint="The new car’s number plate"
            value={typed}
            onChange={setTyped}
            error={wasTried && registration === null ? PLATE_MESSAGE : ''}
          />
        </>
      )}
    </ActionForm>
  )
}

function HandOverTimes({
  id,
  ...field
}: { id: string } & Omit<ComponentProps<typeof DayAndTime>, 'days'>) {
  const asked = useQuery(`hand-over times ${id}`, () =>
    siteCall(listHandOverTimes, { params: { id } }),
  )
  if (asked.state === 'loading') return <Loading text="Looking for free times" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title="We couldn’t load the times" tryAgain={asked.refetch}>
        {asked.message}
      </Notice>
    )
  if (asked.value.days.length === 0) return <Notice>No times are free right now.</Notice>
  return <DayAndTime {...field} days={asked.value.days} />
}
