import { useEffect, useRef } from 'react'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { $accessToken } from '#stores/session/session.ts'
import { askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import type { BuilderCatalogue, BuilderProps } from '#ui/configuration/builder-data.ts'
import { Notice } from '#ui/Notice.tsx'
import { QuoteFacts, type QuotedCar } from '#ui/quote/QuoteFacts.tsx'
import type { UnopenedQuote as Unopened } from './use-saved-quote.ts'
import { phoneLink } from '#lib/shared/phone.ts'

export interface UnopenedProps {
  shown: Exclude<Unopened, { state: 'opening' }>
  quoteId: string | undefined
  catalogue: BuilderCatalogue
  disclaimers: BuilderProps['words']['disclaimers']
  phone: { number: string; hours: string }
  tryAgain: () => void
}

/** A saved quote the visitor may not change: its figures where the link has its code, else no car and no price. */
export function UnopenedQuote(props: UnopenedProps) {
  const { shown, quoteId, catalogue, disclaimers, tryAgain } = props
  const isSignedIn = useIslandStore($accessToken, null) !== null
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [shown])

  if (shown.state === 'failed')
    return (
      <Notice kind="error" title="We couldn’t open your quote" tryAgain={tryAgain}>
        <p>{shown.message}</p>
        <Call {...props} />
      </Notice>
    )
  if (shown.state === 'figures') {
    const { quote, code } = shown
    return (
      <QuoteFacts
        quote={quote}
        isHeld
        code={code}
        quoteId={quoteId}
        car={quotedCar(quote.request.kdcd, catalogue)}
        disclaimers={disclaimers}
        headingRef={heading}
      >
        {isSignedIn ? (
          <p>This quote belongs to another account.</p>
        ) : (
          <LogIn label="Sign in to change this quote or buy the car" />
        )}
        <a
          className="button button--quiet"
          href={paths.buildAndQuote() + configurationQuery(quote.request)}
        >
          Build this car at today’s price
        </a>
        <Button kind="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </QuoteFacts>
    )
  }
  const { title, text } = messageOf(shown, isSignedIn)
  return (
    <section className="stack" aria-labelledby="unopened-quote">
      <h2 id="unopened-quote" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <div className="cluster">
        {isSignedIn ? (
          <a className="button" href={paths.customer('quotes')}>
            My Quotes
          </a>
        ) : (
          <LogIn label="Sign in" />
        )}
        <a className="button button--quiet" href={paths.buildAndQuote()}>
          Build a new quote
        </a>
      </div>
      <Call {...props} />
    </section>
  )
}

/** The quote opens after signing in. */
const LogIn = ({ label }: { label: string }) => (
  <Button kind="accent" onClick={() => askToSignIn('Sign in to open your quote here.')}>
    {label}
  </Button>
)

const Call = ({ phone: { number, hours } }: Pick<UnopenedProps, 'phone'>) => (
  <p className="quiet">
    Need help? Call <a href={phoneLink(number)}>{number}</a> ({hours}).
  </p>
)

function messageOf(
  closed: Extract<Unopened, { state: 'closed' }>,
  isSignedIn: boolean,
): { title: string; text: string } {
  if (closed.why === 'expired') {
    const expires = formatDay(aucklandDay(closed.expires))
    return {
      title: 'This quote has expired',
      text: isSignedIn
        ? `Its price was held until ${expires}, and it belongs to another account. Your own quotes are under My Quotes.`
        : `Its price was held until ${expires}. If it’s yours, sign in to see the car at today’s price.`,
    }
  }
  if (isSignedIn)
    return {
      title: 'This quote isn’t in your account',
      text: 'It may belong to another account, or it may have been deleted. Your own quotes are under My Quotes.',
    }
  return closed.why === 'no-code'
    ? {
        title: 'Sign in to open your saved quote',
        text: 'Only its owner can open a saved quote. Sign in to open it here.',
      }
    : {
        title: 'This link doesn’t open a quote',
        text: 'The link may be incomplete, or the quote may have been deleted. If it’s yours, sign in to open it.',
      }
}

function quotedCar(kdcd: string, { models }: BuilderCatalogue): QuotedCar | undefined {
  const model = models.find(({ variants }) => variants.some(({ options }) => has(options, kdcd)))
  const variant = model?.variants.find(({ options }) => has(options, kdcd))
  return (
    model &&
    variant && {
      kdcds: variant.options.map((option) => option.kdcd),
      colourCodes: variant.options.flatMap(({ colourCodes }) => colourCodes),
      slug: model.slug,
      picture: model.picture,
      energy: variant.energy.map(([label, value]) => `${label}: ${value}`).join(' · '),
    }
  )
}

const has = (options: readonly { kdcd: string }[], wanted: string): boolean =>
  options.some(({ kdcd }) => kdcd === wanted)
