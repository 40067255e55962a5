import '#ui/people/people.css'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { formatDays } from '#lib/catalogue/delivery.ts'
import {
  answerSharedPurchase,
  commentOnSharedPurchase,
  getSharedPurchase,
} from '#lib/people/calls.ts'
import type { SharedPurchase as Shared } from '#lib/people/shapes.ts'
import { PERSON_ROLES } from '#lib/people/rules.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { siteCall } from '#stores/site/api.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { approvedAmount } from '#lib/people/rules.ts'
import { paymentName } from '#lib/payments/labels.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { Notice } from '#ui/Notice.tsx'
import { standing } from '#ui/people/labels.ts'
import { CommentForm, Talk } from '#ui/people/Talk.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import { CarThumb } from '#ui/purchase/CarThumb.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'
import { useLiveQuery } from '#ui/hooks/use-live-query.ts'
import { DocumentPage } from '../purchases/DocumentPage.tsx'
import { Leave } from './Leave.tsx'
import { answerNeeded } from './shared-texts.ts'

const loadAgreement = async () => (await import('./SharedAgreement.tsx')).SharedAgreement

/** A purchase that its buyer shares: the car, its price and its delivery, the answer that is asked for and the comments. */
export function SharedPurchase({ id }: { id: string }) {
  const asked = useLiveQuery(`shared purchase ${id}`, () =>
    siteCall(getSharedPurchase, { params: { id } }),
  )
  return (
    <DocumentPage asked={asked} name="the shared purchase">
      {(shared, refetch) => <Shown shared={shared} refetch={refetch} />}
    </DocumentPage>
  )
}

function Shown({ shared, refetch }: { shared: Shared; refetch: () => void }) {
  const { sharedPurchaseId: id, vehicle, colourCode, buyerName, role, others, money } = shared
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { delivery, outletName, agreement, readableUntil } = shared
  return (
    <div className="stack stack--l">
      <article className="card account-card">
        <CarThumb
          quote={{ vehicle, request: { kdcd: vehicle.kdcd, colourCode, payOption: 'CASH' } }}
        />
        <div className="stack stack--s">
          <p className="kicker">{PERSON_ROLES[role].label}</p>
          <h2 className="account-card__title" ref={heading} tabIndex={-1}>
            {vehicle.variantName}
          </h2>
          <p>
            {buyerName} has shared this purchase with you. You can’t change it, or see their finance
            answers or documents.
          </p>
          <p className="small quiet">
            {vehicle.colourName}, {vehicle.interiorName}. Reference:{' '}
            <span className="nowrap">{shared.reference}</span>
          </p>
          {!shared.canAnswer && <p>{answerNeeded(shared)}</p>}
          {readableUntil && (
            <p className="small quiet">You can see it here until {formatInstant(readableUntil)}.</p>
          )}
        </div>
      </article>
      {shared.canAnswer && <Answer key={shared.priceMark} shared={shared} onChanged={refetch} />}
      {agreement && (
        <section className="stack stack--s" aria-labelledby="shared-agreement">
          <h2 id="shared-agreement">Agreement</h2>
          <LazyDisclosure
            title={agreement === 'TO_SIGN' ? 'Read and sign the agreement' : 'Read the agreement'}
            load={loadAgreement}
            props={{ id, standing: agreement, onSigned: refetch }}
          />
        </section>
      )}
      <section className="stack stack--s" aria-labelledby="shared-price">
        <h2 id="shared-price">Price</h2>
        <PriceLines {...shared} />
      </section>
      <section className="stack stack--s" aria-labelledby="shared-payment">
        <h2 id="shared-payment">Payment</h2>
        <dl className="summary">
          {money.tradeInCents !== undefined && (
            <SummaryLine label="Trade-in" cents={money.tradeInCents} />
          )}
          <SummaryLine label="Way to pay" value={shared.payName} />
          {!isLease(shared.payOption) && <SummaryLine label="Deposit" cents={money.depositCents} />}
          <SummaryLine
            label={paymentName('BALANCE', shared.payOption)}
            cents={money.balanceCents}
          />
          <SummaryLine label="Paid so far" cents={money.paidCents} />
        </dl>
        {shared.finance && (
          <>
            <FinanceFigures
              {...shared}
              finance={shared.finance}
              request={{ finance: { annualKm: shared.annualKm } }}
            />
            <LenderNote />
          </>
        )}
      </section>
      {(delivery || outletName) && (
        <section className="stack stack--s" aria-labelledby="shared-delivery">
          <h2 id="shared-delivery">Delivery</h2>
          <dl className="summary">
            {delivery && (
              <SummaryLine label="Expected" value={formatDays(delivery.from, delivery.to)} />
            )}
            {outletName && <SummaryLine label="Dealer" value={outletName} />}
          </dl>
        </section>
      )}
      <section className="people" aria-labelledby="shared-people">
        <h2 id="shared-people">People and comments</h2>
        <ul className="people__list">
          <li>
            <strong>{buyerName}</strong>
            <br />
            Buyer
          </li>
          {others.map((person, index) => (
            <li key={index}>
              <strong>{person.name}</strong>
              <br />
              {standing(person)}
            </li>
          ))}
        </ul>
        <Talk events={shared.events} />
        {shared.canComment && (
          <CommentForm
            send={async (text) => {
              const answer = await siteCall(commentOnSharedPurchase, {
                params: { id },
                body: { text },
              })
              if (answer.ok) refetch()
              return answer
            }}
          />
        )}
        <Leave shared={shared} />
      </section>
    </div>
  )
}

/** Approves the purchase at its price, or asks for a change in words. */
function Answer({ shared, onChanged }: { shared: Shared; onChanged: () => void }) {
  const { sharedPurchaseId: id, priceMark, state } = shared
  const [isAsking, setIsAsking] = useState(false)
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const wasIn = useRef(state)
  useEffect(() => {
    // The button that was pressed is gone.
    if (wasIn.current !== state) status.current?.focus()
    wasIn.current = state
  }, [state])
  const send = async (run: () => Promise<Result<unknown>>) => {
    if (isBusy) return
    setTrouble('')
    setIsBusy(true)
    const answer = await run()
    setIsBusy(false)
    if (answer.ok) setIsAsking(false)
    else setTrouble(failureMessage(answer.failure))
    const isChanged = !answer.ok && 'status' in answer.failure && answer.failure.status === 409
    if (answer.ok || isChanged) onChanged()
  }
  const params = { id }
  const ask = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setFault('Please say what you’d like changed')
    void send(() =>
      siteCall(answerSharedPurchase, {
        params,
        body: { answer: 'CHANGE', priceMark, text: text.trim() },
      }),
    )
  }
  const total = approvedAmount(shared)
  return (
    <section className="card form" aria-labelledby="shared-answer">
      <h2 className="purchase-details__title" id="shared-answer">
        Your answer
      </h2>
      <p ref={status} tabIndex={-1}>
        {answerNeeded(shared)}
      </p>
      {trouble && (
        <Notice kind="error" title="We couldn’t record your answer">
          {trouble}
        </Notice>
      )}
      {isAsking ? (
        <form className="form" onSubmit={ask} noValidate>
          <TextArea
            label="What should change?"
            rows={3}
            maxLength={1000}
            required
            value={text}
            error={fault}
            onChange={(typed) => {
              setText(typed)
              setFault('')
            }}
          />
          <div className="cluster">
            <Button type="submit" isBusy={isBusy}>
              Ask for this change
            </Button>
            <Button kind="quiet" onClick={() => setIsAsking(false)}>
              Not now
            </Button>
          </div>
        </form>
      ) : (
        <div className="cluster">
          {state !== 'APPROVED' && (
            <Button
              isBusy={isBusy}
              onClick={() =>
                void send(() =>
                  siteCall(answerSharedPurchase, {
                    params,
                    body: { answer: 'APPROVED', priceMark },
                  }),
                )
              }
            >
              Approve this purchase at {total}
            </Button>
          )}
          <Button kind="quiet" onClick={() => setIsAsking(true)}>
            Ask for a change
          </Button>
        </div>
      )}
      <StillWorking isBusy={isBusy} text="Sending your answer" />
    </section>
  )
}
