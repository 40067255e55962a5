import { Fragment } from 'react'
import { formatMoney } from '#lib/shared/money.ts'
import { paths } from '#stores/site/paths.ts'
import { Notice } from '#ui/Notice.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

/** The offers that come with the car, and accessories of theirs that the quote still charges for. */
export function Offers({ canEdit }: { canEdit: boolean }) {
  const { journey, href } = useJourneyPage()
  const { offers = [], currentQuote } = journey
  const given = offers.flatMap(({ accessories }) => accessories.map(({ code }) => code))
  const charged = currentQuote.lines.filter(
    ({ kind, code, amountCents }) =>
      kind === 'ACCESSORY' && amountCents > 0 && given.includes(code),
  )
  return (
    <>
      {offers.map(({ slug, heading, summary, terms }) => (
        <Fragment key={slug}>
          <p>
            <strong>{heading}</strong>, no charge
            <br />
            {summary}{' '}
            {canEdit && (
              <a href={paths.offer(slug)} target="_blank" rel="noreferrer">
                Terms<span className="visually-hidden"> of the offer “{heading}”</span>
              </a>
            )}
          </p>
          {/* The terms at confirmation: the offer's page may have changed since. */}
          {!canEdit && <p className="small quiet">{terms.join(' ')}</p>}
        </Fragment>
      ))}
      {canEdit && charged.length > 0 && (
        <Notice kind="warning" title="Your quote charges for something that’s free">
          <ul className="record__lines">
            {charged.map(({ code, label, amountCents }) => (
              <li key={code}>
                {label}, {formatMoney(amountCents)}
              </li>
            ))}
          </ul>
          <p>
            Your quote was priced before the offer began.{' '}
            {charged.length === 1 ? (
              <>
                <a href={href('configure')}>Remove the item from your quote</a> and we’ll include it
                free, even if another accessory adds it back.
              </>
            ) : (
              <>
                <a href={href('configure')}>Remove the items from your quote</a> and we’ll include
                them free, even if another accessory adds them back.
              </>
            )}
          </p>
        </Notice>
      )}
    </>
  )
}
