import type { Ref } from 'react'
import type { QuoteFigures } from '#lib/contract/shapes/quote.ts'
import { carInALine } from '#lib/domain/car-words.ts'
import { configurationQuery } from '#lib/domain/configuration-query.ts'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { payNote } from '#lib/domain/finance-words.ts'
import { paths } from '#stores/site.ts'
import { CarImage } from '#ui/CarImage.tsx'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'

/** A grade of today's range, for what a quote of it does not say. */
export interface QuotedCar {
  kdcds: readonly string[]
  /** Those there is a drawing in. */
  colourCodes: readonly string[]
  slug: string
  picture: { width: number; height: number }
  /** The energy label as text. */
  energy: string
}

export interface FactsProps {
  quote: QuoteFigures
  /** Whether its price holds still. */
  isHeld: boolean
  code: string
  cars: readonly QuotedCar[]
  disclaimers: Readonly<Record<'price' | 'finance' | 'lease' | 'reservation', string>>
  headingRef?: Ref<HTMLHeadingElement>
}

/** Everything a quote says, as it was made: the car, each line of the price with its reason, the way it is paid. */
export function QuoteFacts({ quote, isHeld, code, cars, disclaimers, headingRef }: FactsProps) {
  const { vehicle, request, finance, totals, payOption } = quote
  const car = cars.find(({ kdcds }) => kdcds.includes(request.kdcd))
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
          {car && <p className="fine-print">{car.energy}</p>}
        </div>
      </header>
      <Notice kind={isHeld ? 'success' : 'warning'}>
        <p>
          These are the figures that were quoted on {made}, by price list {quote.catalogueVersion}.{' '}
          {isHeld
            ? `The price holds until ${expires}.`
            : `The price was held until ${expires}. Today’s may be another.`}
        </p>
        <p className="small">
          Verification code <span className="nowrap">{code}</span>
        </p>
      </Notice>
      <div className="shared-quote__columns">
        <section className="stack stack--s" aria-labelledby="shared-price">
          <h3 id="shared-price">The price</h3>
          <PriceLines lines={quote.lines} totals={totals} />
          <p className="fine-print">{disclaimers.price}</p>
        </section>
        {finance && (
          <section className="stack stack--s" aria-labelledby="shared-pay">
            <h3 id="shared-pay">How it is paid</h3>
            <FinanceFigures payOption={payOption} totals={totals} finance={finance} />
            {note && <p className="fine-print">{note}</p>}
          </section>
        )}
      </div>
      <div className="cluster no-print">
        <a
          className="button button--accent"
          href={paths.buildAndQuote() + configurationQuery(request)}
        >
          Build this car
        </a>
        <button type="button" className="button button--quiet" onClick={() => window.print()}>
          Print
        </button>
        <p className="quiet small">
          Build and quote opens with the same choices, at today’s price. If the quote is yours, log
          in and find it under My Quotes.
        </p>
      </div>
    </article>
  )
}
