import { formatTime } from '#lib/domain/instants.ts'
import { useState } from 'react'
import { aucklandDay } from '#lib/domain/dates.ts'
import { formatWeekday } from '#lib/domain/service-times.ts'
import { SelectField } from './SelectField.tsx'

/**
 * A day with times left, and one of its times.
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
  const [day, setDay] = useState(value && aucklandDay(value))
  const times = days.find((each) => each.day === day)?.starts ?? []
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
          setDay(chosen)
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
