import { TEST_DRIVE_DAYS, TIME_NAMES } from '#lib/messages/enquiry.ts'
import { openDays } from '#lib/service/open-days.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { useMinute } from '#ui/hooks/use-minute.ts'
import type { EnquiryDealer, Typed } from './enquiry-data.ts'

interface WhenFieldsProps {
  /** Nothing until one is chosen: its hours say which days there are. */
  dealer: EnquiryDealer | undefined
  values: Typed
  faultAt: (field: string, label: string) => string | undefined
  set: (field: keyof Typed) => (value: string) => void
}

/** When a test drive is wished for: a day that the dealer is open, and a part of it. */
export function WhenFields({ dealer, values, faultAt, set }: WhenFieldsProps) {
  const nowMs = useMinute()
  const days = dealer ? openDays(dealer, nowMs, TEST_DRIVE_DAYS) : []
  return (
    <div className="field-row">
      <SelectField
        label="Day"
        required
        disabled={!dealer}
        value={values.day}
        error={faultAt('day', 'Day')}
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
