import type { ReactNode, Ref } from 'react'
import type { QuoteFigures } from '#lib/quotes/shapes.ts'
import { carInALine } from '#lib/catalogue/car-labels.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { payNote } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { CarImage } from '../CarImage.tsx'
import { FinanceFigures } from '../FinanceFigures.tsx'
import { Notice } from '../Notice.tsx'
import { DeliveryLine } from '../purchase/DeliveryLine.tsx'
import { PriceLines } from '../PriceLines.tsx'
import './quote.css'

/** A grade of today's range, for details that the quote does not contain. */
export interface QuotedCar {
  kdcds: readonly string[]
  /** Colours with a drawing. */
  colourCodes: readonly string[]
  slug: string
  picture: { width: number; height: number }
  /** The energy label as text. */
  energy: string
}

interface FactsProps {
  quote: QuoteFigures
  /** Whether its price is still valid. */
  isHeld: boolean
  code: string
  /** As on its PDF, where known. */
  quoteId?: string
  /** `undefined` for a car that has left the range. */
  car: QuotedCar | undefined
  disclaimers: Readonly<Record<'price' | 'finance' | 'lease' | 'reservation', string>>
  headingRef?: Ref<HTMLHeadingElement>
  /** The actions of the quote. */
  children: ReactNode
}

/** A quote as it was made: the car, each line of the price with its reason, and the way to pay. */
export function QuoteFacts(props: FactsProps) {
  const { quote, isHeld, code, quoteId, car, disclaimers, headingRef, children } = props
  const { vehicle, request, finance, totals, payOption } = quote
  const made = formatDay(aucklandDay(quote.created))
  const expires = formatDay(aucklandDay(quote.expires))
  const note = payNote(payOption, disclaimers)
  return (
    <article className="stack stack--l shared-quote" aria-labelledby="shared-quote">
      <header className="shared-quote__head">
        {car?.colourCodes.includes(request.colourCode ?? '') && (
          <CarImage
            className="shared-quote__car"
            slug={car.slug}
            colourCode={request.colourCode ?? ''}
            kdcd={request.kdcd}
            alt=""
            {...car.picture}
          />
        )}
        <div className="stack stack--s">
          <h2 id="shared-quote" ref={headingRef} tabIndex={-1}>
            {vehicle.variantName}
          </h2>
          <p className="quiet">{carInALine(quote)}</p>
          <div>
            <p className="small quiet">Drive-away price</p>
            <p className="price">{formatMoney(totals.driveAwayCents)}</p>
            {car && <DeliveryLine delivery={quote.delivery} />}
          </div>
          {car && <p className="fine-print">{car.energy}</p>}
        </div>
      </header>
      <Notice kind={isHeld ? 'success' : 'warning'}>
        <p>
          {isHeld
            ? `We’ll hold this price until ${expires}. This quote is dated ${made}.`
            : `You were quoted this price on ${made}, and it was held until ${expires}. Today’s price may be different.`}
        </p>
      </Notice>
      <div className="cluster no-print">{children}</div>
      <div className="shared-quote__columns">
        <section className="stack stack--s" aria-labelledby="shared-price">
          <h3 id="shared-price">The price</h3>
          <PriceLines lines={quote.lines} totals={totals} />
          <p className="fine-print">{disclaimers.price}</p>
        </section>
        {finance && (
          <section className="stack stack--s" aria-labelledby="shared-pay">
            <h3 id="shared-pay">How you pay</h3>
            <FinanceFigures {...{ payOption, totals, finance, request }} />
            {note && <p className="fine-print">{note}</p>}
          </section>
        )}
      </div>
      <details className="disclosure no-print">
        <summary>Quote number and code</summary>
        <QuoteReferences {...{ code, quoteId, quote }} />
      </details>
      <div className="print-only">
        <QuoteReferences {...{ code, quoteId, quote }} />
      </div>
    </article>
  )
}

/** The references our team finds the quote by, and its price list. */
const QuoteReferences = ({
  code,
  quoteId,
  quote,
}: Pick<FactsProps, 'code' | 'quoteId' | 'quote'>) => (
  <p className="small shared-quote__marks">
    {quoteId && <>Quote number {quoteId}. </>}
    Quote code <span className="nowrap">{code}</span>. Price list {quote.catalogueVersion}.
  </p>
)
