import './time-picker.css'
import { useId, useState } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { listServiceSlots } from '#lib/service/calls.ts'
import type { Result } from '#lib/api/failure.ts'
import { addDays, aucklandDay, daysBetween, formatDay } from '#lib/shared/dates.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { formatTime } from '#lib/shared/instants.ts'
import type { ServiceDay } from '#lib/service/slots.ts'
import type { z } from '#lib/shared/zod.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { Button } from '#ui/Button.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const monthOf = (day: string): string => day.slice(0, 7)
const firstOf = (month: string): string => `${month}-01`
const nextMonth = (month: string): string => monthOf(addDays(firstOf(month), 31))
const previousMonth = (month: string): string => monthOf(addDays(firstOf(month), -1))
const nameOf = (month: string): string => formatDay(firstOf(month)).slice('1 '.length)
/** 0 is Monday. */
const columnOf = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7

const isOpen = ({ state }: ServiceDay): boolean => state === 'OPEN'

/** Loads the days of a month. If none is open and `mayGoOn`, it loads the next month that has one. */
async function loadMonth(
  codes: { outletCode: string; serviceCode: string },
  { month, mayGoOn }: { month: string; mayGoOn: boolean },
): Promise<Result<z.output<typeof listServiceSlots.answer> & { month: string }>> {
  const answer = await publicApi(listServiceSlots, {
    query: { ...codes, date: firstOf(month), until: addDays(firstOf(nextMonth(month)), -1) },
  })
  if (!answer.ok) return answer
  const goesOn = mayGoOn && !answer.value.days.some(isOpen) && month < monthOf(answer.value.lastDay)
  return goesOn
    ? loadMonth(codes, { month: nextMonth(month), mayGoOn })
    : { ok: true, value: { ...answer.value, month } }
}

/**
 * Chooses a day and a time at a workshop. Both are groups of radios, so that the arrow keys work. Full days are shown
 * as full.
 *
 * @param value The chosen instant; empty for none.
 * @param held A time held for this booking, which is shown as free.
 */
export function TimePicker({
  outletCode,
  serviceCode,
  value,
  held,
  error,
  onChange,
}: {
  outletCode: string
  serviceCode: string
  value: string
  held?: string
  error?: string
  onChange: (startsAt: string) => void
}) {
  const [today] = useState(() => aucklandDay(serverNowMs()))
  const [wanted, setWanted] = useState({
    month: monthOf(value === '' ? today : aucklandDay(value)),
    // At the end of a month the next one may have the first free days.
    mayGoOn: value === '',
  })
  const [day, setDay] = useState(value === '' ? '' : aucklandDay(value))
  const asked = useQuery(`slots ${outletCode} ${serviceCode} ${wanted.month}`, () =>
    loadMonth({ outletCode, serviceCode }, wanted),
  )
  const answer = asked.state === 'ready' ? asked.value : null
  const month = answer?.month ?? wanted.month
  const days = answer?.days.map((each) => openForHolder(each, held)) ?? []
  const hasRoom = days.some(isOpen)
  const isLast = answer !== null && month >= monthOf(answer.lastDay)
  const isFirst = month <= monthOf(answer?.firstDay ?? today)
  const turn = (to: string) => setWanted({ month: to, mayGoOn: false })
  const shown = days.find((each) => each.day === day && isOpen(each))

  return (
    <div className="stack time-picker">
      <div className="time-picker__month">
        <Button
          kind="quiet"
          isSmall
          aria-disabled={isFirst || undefined}
          onClick={() => !isFirst && turn(previousMonth(month))}
        >
          Earlier
        </Button>
        <p className="time-picker__name" aria-live="polite">
          {nameOf(month)}
        </p>
        <Button
          kind="quiet"
          isSmall
          aria-disabled={isLast || undefined}
          onClick={() => !isLast && turn(nextMonth(month))}
        >
          Later
        </Button>
      </div>
      {asked.state === 'loading' && <Loading text="Looking for free times" />}
      {asked.state === 'failed' && (
        <Notice kind="error" title="We couldn’t load the times" tryAgain={asked.refetch}>
          {asked.message}
        </Notice>
      )}
      {answer && (
        <>
          {hasRoom ? (
            <Calendar
              month={month}
              days={days}
              chosen={day}
              onChosen={(chosen) => {
                setDay(chosen)
                onChange('')
              }}
            />
          ) : (
            <Notice>{`There are no free times in ${nameOf(month)}. Try earlier or later.`}</Notice>
          )}
          {days
            .filter(({ holiday }) => holiday !== null)
            .map(({ day: closed, holiday }) => (
              <p className="small quiet" key={closed}>
                {formatWeekday(closed)}: closed, {holiday}
              </p>
            ))}
          {shown && <Times day={shown} value={value} onChange={onChange} />}
        </>
      )}
      <p className="field__error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** A day with the held time among its free times. */
function openForHolder(day: ServiceDay, held: string | undefined): ServiceDay {
  if (!held || aucklandDay(held) !== day.day || day.starts.includes(held)) return day
  return { ...day, state: 'OPEN', starts: [...day.starts, held].sort() }
}

function Calendar({
  month,
  days,
  chosen,
  onChosen,
}: {
  month: string
  days: readonly ServiceDay[]
  chosen: string
  onChosen: (day: string) => void
}) {
  const name = useId()
  const byDay = new Map(days.map((each) => [each.day, each]))
  // Leave out past and closed weeks at the beginning.
  const soonest = days.find(({ state }) => state !== 'CLOSED')?.day ?? firstOf(month)
  const monday = addDays(soonest, -columnOf(soonest))
  const first = monday < firstOf(month) ? firstOf(month) : monday
  const count = daysBetween(first, firstOf(nextMonth(month)))
  return (
    <fieldset className="calendar">
      <legend className="field__label">Day</legend>
      <div className="calendar__grid">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} className="calendar__weekday" aria-hidden="true">
            {weekday}
          </span>
        ))}
        {Array.from({ length: columnOf(first) }, (_, index) => (
          <span key={`before-${index}`} aria-hidden="true" />
        ))}
        {Array.from({ length: count }, (_, index) => {
          const day = addDays(first, index)
          const date = Number(day.slice(8))
          const state = byDay.get(day)?.state ?? 'CLOSED'
          return state === 'CLOSED' ? (
            <span key={day} className="calendar__closed" aria-hidden="true">
              {date}
            </span>
          ) : (
            <label key={day} className="calendar__day" data-state={state}>
              <input
                type="radio"
                name={name}
                value={day}
                checked={day === chosen}
                disabled={state === 'FULL'}
                onChange={() => onChosen(day)}
              />
              <span className="calendar__number">
                <span aria-hidden="true">{date}</span>
                {state === 'FULL' && (
                  <span className="calendar__note" aria-hidden="true">
                    Full
                  </span>
                )}
                <span className="visually-hidden">
                  {formatWeekday(day)}
                  {state === 'FULL' && ', full'}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The times of a day. A time that occurs twice when clocks go back is listed twice. */
function Times({
  day,
  value,
  onChange,
}: {
  day: ServiceDay
  value: string
  onChange: (startsAt: string) => void
}) {
  const name = useId()
  return (
    <fieldset className="times">
      <legend className="field__label">{`Time on ${formatWeekday(day.day)}`}</legend>
      <div className="times__grid">
        {day.starts.map((startsAt) => (
          <label key={startsAt} className="times__time">
            <input
              type="radio"
              name={name}
              value={startsAt}
              checked={startsAt === value}
              onChange={() => onChange(startsAt)}
            />
            <span>{formatTime(startsAt)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
