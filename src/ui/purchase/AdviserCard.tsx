import { serverNowMs } from '#lib/shared/server-clock.ts'
import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { WEEK, type OpenPlace } from '#lib/service/opening-hours.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { phoneLink, shownPhone } from '#lib/shared/phone.ts'
import { TeReo } from '../TeReo.tsx'
import './adviser.css'

/** Who answers a buyer who has to wait: a person where the content names one, at a place with hours. */
export interface AdviserFacts {
  adviser?: { name: string; phone?: string | undefined } | undefined
  /** The place: a dealer, or the brand. */
  name: string
  /** Empty where the page has it beside. */
  phone: string
  region: string
  /** By weekday; an API of the brand's own may leave a closed day out. */
  hours: Readonly<Record<string, string | null>>
}

/** The first letters of the first and the last word: `AR` for Ana Rewi. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [...new Set([words[0], words.at(-1)])].map((word) => word?.[0]?.toUpperCase()).join('')
}

function answerText(
  { region, hours: known }: AdviserFacts,
  answerBy: string | null | undefined,
): string {
  if (answerBy === null) return ''
  if (answerBy) return `You’ll hear from us by ${formatDeadline(answerBy)}.`
  const days = WEEK.map(([day]) => [day, known[day] ?? null] as const)
  if (days.every(([, open]) => open === null)) return ''
  const hours = Object.fromEntries(days) as OpenPlace['hours']
  const closes = endOfWorkingDay({ region, hours }, serverNowMs(), 1)
  return `Ask now and you’ll have an answer by ${formatDeadline(closes)}.`
}

/**
 * A person to ask while waiting, and by when there is an answer: at the latest as the place closes on the next working
 * day, unless more is known.
 */
export function AdviserCard({
  place,
  answerBy,
}: {
  place: AdviserFacts
  /** When we answer at the latest, where it is promised; `null` where that time has passed. */
  answerBy?: string | null | undefined
}) {
  const { adviser } = place
  const phone = adviser?.phone ?? place.phone
  return (
    <div className="adviser card">
      <span className="avatar" aria-hidden="true">
        {initialsOf(adviser?.name ?? place.name)}
      </span>
      <div>
        <p>
          <strong>
            <TeReo text={adviser?.name ?? place.name} />
          </strong>
          <br />
          {adviser && (
            <>
              Your adviser at <TeReo text={place.name} />
              {phone && ', '}
            </>
          )}
          {phone && (
            <a className="nowrap" href={phoneLink(phone)}>
              {shownPhone(phone)}
            </a>
          )}
        </p>
        <p className="small quiet">{answerText(place, answerBy)}</p>
      </div>
    </div>
  )
}
