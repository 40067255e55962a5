import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { CallAnswer } from '#lib/api/client.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { emailQuote, refreshQuote } from '#lib/quotes/calls.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { aucklandDay, daysBetween, formatDay } from '#lib/shared/dates.ts'
import { readySentence } from '#lib/catalogue/delivery.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { payKind } from '#lib/payments/pay-options.ts'
import { siteCall } from '#stores/site/api.ts'
import {
  $quoteDeletions,
  deleteQuoteLater,
  undoQuoteDeletion,
} from '#stores/quote/quote-deletions.ts'
import { $customer, $isActing } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PriceChanges } from '#ui/PriceChanges.tsx'
import { CarThumb } from '#ui/purchase/CarThumb.tsx'
import { nextStepOf, type Purchase } from './purchase-card.ts'
import { QuoteDocument } from './documents.tsx'
import { useToday } from '#ui/hooks/use-today.ts'

type Refreshed = CallAnswer<typeof refreshQuote>

/** A quote with its actions. A deleted quote can be restored for a while. */
export function QuoteCard({ quote, purchase }: { quote: Quote; purchase: Purchase | undefined }) {
  const deletion = useIslandStore($quoteDeletions, {})[quote.quoteId]
  const title = useRef<HTMLHeadingElement>(null)
  const wasDeleted = useRef(false)
  useEffect(() => {
    if (wasDeleted.current && !deletion) title.current?.focus()
    wasDeleted.current = deletion !== undefined
  }, [deletion])
  const { variantName } = quote.vehicle

  if (deletion)
    return (
      <Deleted
        isGone={deletion === 'deleted'}
        name={variantName}
        hasPurchase={purchase !== undefined}
        onUndo={() => undoQuoteDeletion(quote.quoteId)}
      />
    )
  return <Card quote={quote} purchase={purchase} title={title} />
}

function Deleted({
  isGone,
  name,
  hasPurchase,
  onUndo,
}: {
  isGone: boolean
  name: string
  hasPurchase: boolean
  onUndo: () => void
}) {
  const undo = useRef<HTMLButtonElement>(null)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => undo.current?.focus(), [])
  useLayoutEffect(() => {
    // The button with the focus is gone.
    if (isGone && document.activeElement === document.body) words.current?.focus()
  }, [isGone])
  const what = `The quote for ${name}${hasPurchase ? ' and the purchase you started from it' : ''}`
  return (
    <div className="account-card__deleted setting__line">
      <p role="status" ref={words} tabIndex={-1}>
        {isGone
          ? `${what} ${hasPurchase ? 'are' : 'is'} deleted.`
          : `${what} will be deleted in a moment, or as soon as you leave this page.`}
      </p>
      {!isGone && (
        <Button kind="quiet" isSmall ref={undo} onClick={onUndo}>
          Undo<span className="visually-hidden"> deleting the quote for {name}</span>
        </Button>
      )}
    </div>
  )
}

function Card({
  quote: listed,
  purchase,
  title,
}: {
  quote: Quote
  purchase: Purchase | undefined
  title: RefObject<HTMLHeadingElement | null>
}) {
  const today = useToday()
  const isActing = useIslandStore($isActing, false)
  const customer = useIslandStore($customer, null)
  const [refreshed, setRefreshed] = useState<{ before: Quote; after: Refreshed } | null>(null)
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState<'refresh' | 'email' | null>(null)
  const quote = refreshed?.after ?? listed
  const { variantName } = quote.vehicle
  const isHeld = aucklandDay(quote.expires) >= today
  const isConfirmed = purchase !== undefined && purchase.confirmedDate !== null
  const hasNewPrice =
    refreshed !== null && refreshed.before.totals.driveAwayCents !== quote.totals.driveAwayCents
  const params = { id: quote.quoteId }

  const refresh = async () => {
    if (busy) return
    setTrouble('')
    setBusy('refresh')
    const answer = await siteCall(refreshQuote, { params })
    setBusy(null)
    if (answer.ok) setRefreshed({ before: quote, after: answer.value })
    else setTrouble(failureMessage(answer.failure))
  }
  const email = async () => {
    if (busy) return
    setTrouble('')
    setBusy('email')
    const answer = await siteCall(emailQuote, { body: { quoteId: quote.quoteId } })
    setBusy(null)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    const own = isActing ? 'the customer’s email address' : 'your email address'
    addToast({ kind: 'success', text: `The quote is on its way to ${customer?.email ?? own}.` })
  }
  const named = (text: string, link = 'for') => (
    <>
      {text}
      <span className="visually-hidden">
        {' '}
        {link} {variantName}
      </span>
    </>
  )

  return (
    <article className="card account-card">
      <CarThumb quote={quote} />
      <div className="stack stack--s">
        <p className="kicker">
          {purchase ? nextStepOf(purchase, today).state : heldText(quote.expires, today)}
        </p>
        <h2 className="account-card__title" ref={title} tabIndex={-1}>
          {variantName}
        </h2>
        <p className="small quiet">
          {carInALine(quote)}, {payKind(quote.payOption)}
        </p>
        <p>
          <strong className="money">{formatMoney(quote.totals.driveAwayCents)}</strong> drive-away.{' '}
          {purchase && !isConfirmed && isHeld && `${heldText(quote.expires, today)}.`}
        </p>
        {!purchase && isHeld && quote.delivery !== undefined && (
          <p className="small">{readySentence(quote.delivery)}</p>
        )}
        {refreshed && <Changes {...refreshed} />}
        {trouble && <Notice kind="error">{trouble}</Notice>}
        <div className="cluster account-card__actions">
          {purchase ? (
            <a
              className="button button--small"
              href={paths.purchase(
                purchase.purchaseJourneyId,
                nextStepOf(purchase, today).action.step,
              )}
            >
              {named('Go to the purchase', 'of')}
            </a>
          ) : isHeld ? (
            <a
              className="button button--small"
              href={paths.startPurchase(quote.request.kdcd, quote.quoteId)}
            >
              {named(
                hasNewPrice
                  ? `Accept ${formatMoney(quote.totals.driveAwayCents)} and start purchase`
                  : 'Start purchase',
                'of',
              )}
            </a>
          ) : (
            <Button isSmall isBusy={busy === 'refresh'} onClick={() => void refresh()}>
              {named('Get today’s price')}
            </Button>
          )}
          <a className="button button--quiet button--small" href={paths.savedQuote(quote.quoteId)}>
            {named('Open', 'the quote for')}
          </a>
        </div>
        <div className="cluster account-card__more">
          {isHeld && !isConfirmed && (
            <button type="button" className="link-button" onClick={() => void refresh()}>
              {named('Refresh price')}
            </button>
          )}
          {isHeld && (
            <button type="button" className="link-button" onClick={() => void email()}>
              {named('Email quote')}
            </button>
          )}
          <QuoteDocument quote={quote} label="Download" />
          {!isConfirmed && (
            <button
              type="button"
              className="link-button"
              onClick={() => deleteQuoteLater(quote.quoteId)}
            >
              {named('Delete', 'the quote for')}
            </button>
          )}
          <span className="small quiet" role="status">
            {busy === 'refresh' ? 'Getting today’s price' : busy === 'email' ? 'Sending' : ''}
          </span>
        </div>
      </div>
    </article>
  )
}

/** Until when the price is held, or was. */
function heldText(expires: string, today: string): string {
  const day = aucklandDay(expires)
  const days = daysBetween(today, day)
  if (days < 0) return `Price was held until ${formatDay(day)}`
  if (days === 0) return 'Price held until the end of today'
  return days === 1 ? 'Price held until tomorrow' : `Price held until ${formatDay(day)}`
}

/** The changes of a refresh, line by line. */
function Changes({ before, after }: { before: Quote; after: Refreshed }) {
  const [was, is] = [before.totals.driveAwayCents, after.totals.driveAwayCents]
  if (after.changes.length === 0)
    return (
      <Notice kind="success">
        The price hasn’t changed, and is held until {formatDay(aucklandDay(after.expires))}.
      </Notice>
    )
  return (
    <Notice
      title={
        is > was
          ? 'The price has gone up'
          : is < was
            ? 'The price has come down'
            : 'The price is the same'
      }
    >
      <p role="status">
        {was === is ? (
          'The total is the same, but some items have changed.'
        ) : (
          <>
            The drive-away price was <span className="money">{formatMoney(was)}</span> and is now{' '}
            <span className="money">{formatMoney(is)}</span>.
          </>
        )}
      </p>
      <PriceChanges changes={after.changes} before={before} after={after} />
    </Notice>
  )
}
