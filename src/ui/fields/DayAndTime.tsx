import { formatTime } from '#lib/shared/instants.ts'
import { useState } from 'react'
import { aucklandDay } from '#lib/shared/dates.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { SelectField } from './SelectField.tsx'

/** No day is chosen, or the chosen one has no times left. */
const NONE = { day: '', starts: [] as readonly string[] }

/**
 * A choice of a day with free times, and of one of its times.
 *
 * @param value The chosen instant; empty for none.
 */
export function DayAndTime({
  days,
  value,
  error,
  onChange,
}: {
  days: readonly { day: string; starts: readonly string[] }[]
  value: string
  error?: string
  onChange: (startsAt: string) => void
}) {
  const [chosenDay, setChosenDay] = useState(value && aucklandDay(value))
  const { day, starts: times } = days.find((each) => each.day === chosenDay) ?? NONE
  return (
    <>
      <SelectField
        label="Day"
        required
        value={day}
        placeholder="Choose a day"
        options={days.map((each) => ({ value: each.day, label: formatWeekday(each.day) }))}
        error={day ? '' : error}
        onChange={(chosen) => {
          setChosenDay(chosen)
          onChange('')
        }}
      />
      <SelectField
        label="Time"
        required
        value={times.includes(value) ? value : ''}
        placeholder={day ? 'Choose a time' : 'Choose a day first'}
        options={times.map((start) => ({ value: start, label: formatTime(start) }))}
        error={day ? error : ''}
        onChange={onChange}
      />
    </>
  )
}
