import { serverNowMs } from '#lib/shared/server-clock.ts'
import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { WEEK, type OpenPlace } from '#lib/service/opening-hours.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { phoneLink, shownPhone } from '#lib/shared/phone.ts'
import { TeReo } from '../TeReo.tsx'
import './adviser.css'

/** Who answers a buyer who has to wait: a person where the content names one, at a place with hours. */
export interface AdviserFacts extends OpenPlace {
  adviser?: { name: string; phone?: string | undefined } | undefined
  /** The place: a dealer, or the brand. */
  name: string
  phone: string
}

/** The first letters of the first and the last word: `AR` for Ana Rewi. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [...new Set([words[0], words.at(-1)])].map((word) => word?.[0]?.toUpperCase()).join('')
}

function answerText(place: OpenPlace, answerBy: string | undefined): string {
  if (answerBy) return `You’ll hear from us by ${formatDeadline(answerBy)}.`
  const isEverOpen = WEEK.some(([day]) => place.hours[day] !== null)
  return isEverOpen
    ? `Ask now and you’ll have an answer by ${formatDeadline(endOfWorkingDay(place, serverNowMs(), 1))}.`
    : ''
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
  /** When we answer at the latest, where it is promised. */
  answerBy?: string | undefined
}) {
  const { adviser } = place
  const phone = adviser?.phone ?? place.phone
  return (
    <section className="adviser card" aria-label="Your adviser">
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
              Your adviser at <TeReo text={place.name} />,{' '}
            </>
          )}
          <a className="nowrap" href={phoneLink(phone)}>
            {shownPhone(phone)}
          </a>
        </p>
        <p className="small quiet">{answerText(place, answerBy)}</p>
      </div>
    </section>
  )
}
