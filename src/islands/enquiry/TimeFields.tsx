import { TEST_DRIVE_DAYS, TIME_NAMES } from '#lib/messages/enquiry.ts'
import { openDays } from '#lib/service/open-days.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { useMinute } from '#ui/hooks/use-minute.ts'
import type { EnquiryDealer, Typed } from './enquiry-data.ts'

interface TimeFieldsProps {
  /** The chosen dealer, whose hours give the days; undefined until one is chosen. */
  dealer: EnquiryDealer | undefined
  values: Typed
  faultAt: (field: string, label: string) => string | undefined
  set: (field: keyof Typed) => (value: string) => void
}

/** The preferred day and time of a test drive, on a day the dealer is open. */
export function TimeFields({ dealer, values, faultAt, set }: TimeFieldsProps) {
  const nowMs = useMinute()
  const days = dealer ? openDays(dealer, nowMs, TEST_DRIVE_DAYS) : []
  return (
    <div className="field-row">
      <SelectField
        label="Day"
        required
        disabled={!dealer}
        value={values.day}
        error={dealer && faultAt('day', 'Day')}
        placeholder={dealer ? 'Choose a day' : 'Choose a dealer first'}
        options={days.map((day) => ({ value: day, label: formatWeekday(day) }))}
        onChange={set('day')}
      />
      <SelectField
        label="Time"
        required
        value={values.time}
        error={faultAt('time', 'Time')}
        placeholder="Choose a time"
        options={Object.entries(TIME_NAMES).map(([value, words]) => ({
          value,
          label: words.charAt(0).toUpperCase() + words.slice(1),
        }))}
        onChange={set('time')}
      />
    </div>
  )
}
