import type { RefObject } from 'react'
import { formatDay } from '#lib/shared/dates.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { Button } from '#ui/Button.tsx'
import {
  shareText,
  severityLabel,
  sourceText,
  STATUS_LABELS,
  vehicleName,
  resultTitle,
  type Recall,
  type RecallAnswer,
} from './recall-labels.ts'
import { phoneLink } from '#lib/shared/phone.ts'

/** The recalls found for a car, with their source and time, and the next step. */
export function RecallResult({
  answer,
  phone,
  heading,
}: {
  answer: RecallAnswer
  phone: string
  heading: RefObject<HTMLHeadingElement | null>
}) {
  const { vehicle, recalls } = answer
  const isOutstanding = recalls.some(({ status }) => status === 'OUTSTANDING')
  const share = async () => {
    const text = shareText(answer, location.origin + paths.recalls)
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    addToast(
      isCopied
        ? { kind: 'success', text: 'Copied, without the registration or VIN' }
        : { kind: 'error', text: 'We couldn’t copy the result in this browser' },
    )
  }

  return (
    <section className="recall-result stack" aria-labelledby="recall-verdict">
      <header className="stack stack--s">
        <p className="kicker quiet">{vehicleName(vehicle)}</p>
        <h2 id="recall-verdict" ref={heading} tabIndex={-1}>
          {resultTitle(answer)}
        </h2>
        <p className="small quiet">
          {[vehicle.registration, vehicle.vin && `VIN ${vehicle.vin}`].filter(Boolean).join(', ')}
        </p>
        <p className="small">{sourceText(answer)}</p>
      </header>
      {recalls.length > 0 && (
        <ul className="stack recall-result__list">
          {recalls.map((recall) => (
            <li key={recall.recallNumber}>
              <RecallCard recall={recall} />
            </li>
          ))}
        </ul>
      )}
      {isOutstanding ? (
        <div className="stack stack--s">
          <h3>Next step</h3>
          <p>
            Book the car in, and bring this page or tell us the recall number. The repair is free
            for any owner.
          </p>
          <p className="cluster">
            <AllCalls>
              <a className="button" href={paths.service}>
                Book a service
              </a>
            </AllCalls>
            <span>
              Call <a href={phoneLink(phone)}>{phone}</a>
            </span>
          </p>
        </div>
      ) : (
        <p>
          This is today’s list. A recall may be published later, so check again before a long trip,
          a sale or a service.
        </p>
      )}
      <div className="cluster no-print">
        <Button kind="quiet" isSmall onClick={() => void share()}>
          Copy this result
        </Button>
        <Button kind="quiet" isSmall onClick={() => print()}>
          Print
        </Button>
      </div>
    </section>
  )
}

const RecallCard = ({ recall }: { recall: Recall }) => (
  <article className="card stack stack--s recall-card" data-status={recall.status}>
    <p className="recall-card__status">
      {severityLabel(recall.severity)} · {STATUS_LABELS[recall.status]}
    </p>
    <h3>{recall.title}</h3>
    <p>{recall.description}</p>
    <p>
      <strong>Repair:</strong> {recall.remedy}
    </p>
    <dl className="facts small">
      <div>
        <dt>Recall number</dt>
        <dd>{recall.recallNumber}</dd>
      </div>
      <div>
        <dt>Published</dt>
        <dd>{formatDay(recall.published)}</dd>
      </div>
    </dl>
  </article>
)
