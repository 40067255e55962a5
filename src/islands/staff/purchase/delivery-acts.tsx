import { useState, type ComponentProps } from 'react'
import { recordDelivery } from '#lib/contract/account.ts'
import { bookHandOver, listHandOverTimes } from '#lib/contract/hand-over.ts'
import type { DeliveryStatus } from '#lib/contract/shapes/codes.ts'
import { DELIVERY_STAGES, isOnwards, formatDays } from '#lib/domain/delivery.ts'
import { siteCall } from '#stores/api.ts'
import { DateField } from '#ui/DateField.tsx'
import { DayAndTime } from '#ui/DayAndTime.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { Act, type PurchaseActProps } from '../Act.tsx'

/** Where the car is now. */
export function RecordDelivery({ purchase, onChanged }: PurchaseActProps) {
  const { status } = purchase.delivery
  const stages = DELIVERY_STAGES.filter((stage) => isOnwards(status, stage.status)).map(
    ({ status: value, label }) => ({ value, label }),
  )
  const [chosen, setChosen] = useState<DeliveryStatus | ''>('')
  const stage = stages.find(({ value }) => value === chosen)
  return (
    <Act
      label="Say where the car is"
      submit="Record it"
      question={`Record “${stage?.label}”? The customer is told, and it only goes onwards.`}
      isReady={stage !== undefined}
      done="The delivery is recorded, and the customer told."
      run={() =>
        siteCall(recordDelivery, {
          params: { id: purchase.journey.id },
          body: { deliveryStatus: stage!.value },
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
    </Act>
  )
}

/** Between which days the car should be ready. */
export function MoveEstimate({ purchase, onChanged }: PurchaseActProps) {
  const { estimate } = purchase.delivery
  const [from, setFrom] = useState(estimate?.from ?? '')
  const [to, setTo] = useState(estimate?.to ?? '')
  const [note, setNote] = useState('')
  const last = to || from
  const isReady = from !== '' && last >= from
  return (
    <Act
      label="Change the estimate"
      submit="Record it"
      question={isReady ? `Expect the car ${formatDays(from, last)}? The customer is told.` : ''}
      isReady={isReady}
      done="The estimate is recorded, and the customer told."
      run={async () => {
        const answer = await siteCall(recordDelivery, {
          params: { id: purchase.journey.id },
          body: { estimate: { from, to: last }, ...(note.trim() && { note: note.trim() }) },
        })
        if (answer.ok) setNote('')
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
            hint="Empty for one day"
            optional
            value={to}
            onChange={setTo}
            error={wasTried && from && last < from ? 'Please enter a day after the first one' : ''}
          />
          <TextField
            label="Why"
            hint="The customer reads it"
            optional
            maxLength={300}
            autoComplete="off"
            value={note}
            onChange={setNote}
          />
        </>
      )}
    </Act>
  )
}

/** When the customer collects the car. */
export function BookHandOver({ purchase, onChanged }: PurchaseActProps) {
  const { id } = purchase.journey
  const [startsAt, setStartsAt] = useState('')
  return (
    <Act
      label={purchase.handOver?.appointment ? 'Change the hand-over time' : 'Book the hand-over'}
      submit="Book it"
      isReady={startsAt !== ''}
      done="The hand-over is booked, and the customer told."
      run={() => siteCall(bookHandOver, { params: { id }, body: { startsAt } })}
      onChanged={onChanged}
    >
      {(wasTried) => (
        <HandOverTimes
          id={id}
          value={startsAt}
          error={wasTried && !startsAt ? 'Please choose a day and a time' : ''}
          onChange={setStartsAt}
        />
      )}
    </Act>
  )
}

function HandOverTimes({
  id,
  ...field
}: { id: string } & Omit<ComponentProps<typeof DayAndTime>, 'days'>) {
  const asked = useAnswer(`hand-over times ${id}`, () =>
    siteCall(listHandOverTimes, { params: { id } }),
  )
  if (asked.state === 'loading') return <Loading text="Looking for free times" />
  if (asked.state === 'failed') return <Notice kind="error">{asked.message}</Notice>
  return <DayAndTime {...field} days={asked.value.days} />
}
