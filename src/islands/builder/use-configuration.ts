import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import {
  fitConfiguration,
  withChoices,
  type AskedConfiguration,
  type Wishes,
} from '#lib/catalogue/configuration.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { priceChanges, type PriceChange } from '#lib/pricing/price-changes.ts'
import { payKind } from '#lib/payments/pay-options.ts'
import { priceQuote, type Price, type PricedRequest } from '#lib/pricing/pricing.ts'
import { $quoteDraft, chooseConfiguration } from '#stores/quote/quote.ts'
import { $config } from '#stores/site/site-config.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { firstInStock } from '#ui/configuration/builder-car.ts'
import { readAddress } from './address.ts'
import type { BuilderCatalogue, Change } from '#ui/configuration/builder-data.ts'
import { catalogueForSale, withoutReservations } from '#ui/configuration/catalogue-for-sale.ts'
import { loadConfig, quoteCalls } from './quote-calls.ts'
import { useSavedQuote, type SavedQuote } from './use-saved-quote.ts'

/** Choices closer together than this count as one: the server prices once they stop. */
const CHOOSING_MS = 500

const AT_BUILD = { request: null, quote: null }

export interface Configuration {
  request: Price['request']
  /** The figures to show: the server's quote of this configuration, else the page's own price. */
  shown: Pick<Quote, 'lines' | 'totals' | 'finance' | 'vehicle'>
  /** The server's quote of this configuration, where it has one. */
  quote: Quote | null
  /** The price by the page's own price list. `changes`: where a quote that is not accepted yet differs from it. */
  listed: Pick<Quote, 'lines' | 'totals'>
  changes: PriceChange[]
  /** Whether a quote costs what the page showed, line by line, or its price was accepted. */
  isAccepted(quote: Quote): boolean
  accept(): void
  /** Notices about the last change, such as choices that were replaced. */
  notices: string[]
  /** Whether the address has been read: until then a choice would be lost. */
  isReady: boolean
  /** Whether the address asks for a car or a quote. */
  isAsked: boolean
  /** Always the same function. */
  change: Change
  dismissNotices(): void
}

/** The configuration of the builder: read from the address, kept in it, and priced at once. */
export function useConfiguration(full: BuilderCatalogue): {
  catalogue: BuilderCatalogue
  configuration: Configuration
  saved: SavedQuote
} {
  const hasReservations = useIslandStore($config, null)?.flags.reservations ?? false
  const draft = useIslandStore($quoteDraft, AT_BUILD)
  // What the address asks for is first rendered in small pieces, and each choice after it at once.
  const { request, quote } = useDeferredValue(draft).request ? draft : AT_BUILD
  // The static page does not know today’s date.
  const isAwake = request !== null
  const catalogue = useMemo(
    () => (isAwake ? catalogueForSale(full, hasReservations) : withoutReservations(full)),
    [full, hasReservations, isAwake],
  )
  const [notices, setNotices] = useState<string[]>([])
  const [accepted, setAccepted] = useState<Quote['lines'] | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const isChanged = useRef(false)
  const changedAtMs = useRef(-Infinity)
  const wishes = useRef<Wishes>({})

  const atBuild = useMemo(
    () => fitConfiguration({ ...START, ...firstInStock(full) }, full).price,
    [full],
  )
  const price = useMemo(
    () => (request && priceOf(request, catalogue)) ?? atBuild,
    [request, catalogue, atBuild],
  )

  // The current catalogue, for callbacks between renders.
  const offered = useCallback(
    () => catalogueForSale(full, $config.get()?.flags.reservations ?? false),
    [full],
  )

  const applyConfiguration = useCallback(
    (asked: AskedConfiguration, reasons: string[]) => {
      const fitted = fitConfiguration(asked, offered())
      const next = cachePrice(fitted.price)
      if (next.finance) wishes.current[payKind(next.payOption)] = next.finance
      chooseConfiguration(next)
      setNotices([...reasons, ...fitted.notices])
      writeAddress(next)
    },
    [offered],
  )

  const change = useCallback(
    (choices: Partial<AskedConfiguration>, reasons: string[] = []) => {
      const before = $quoteDraft.get().request ?? atBuild.request
      isChanged.current = true
      applyConfiguration(withChoices(before, choices, wishes.current, offered()), reasons)
    },
    [atBuild, offered, applyConfiguration],
  )

  const saved = useSavedQuote((found) => {
    const opened = reopenQuote(found, offered())
    chooseConfiguration(opened.request, opened.quote)
    // The customer was promised this price.
    setAccepted(opened.quote?.lines ?? null)
    setNotices(opened.notices)
  })

  useEffect(() => {
    const address = readAddress(location, full.models)
    if (address.kind === 'nothing') {
      // With today's offers, which the static page does not know.
      const { price } = fitConfiguration({ ...START, ...firstInStock(full) }, offered())
      return chooseConfiguration(cachePrice(price))
    }
    setIsAsked(true)
    if (address.kind === 'quote') return saved.open(address)
    // Only the server knows whether reservations are offered.
    if (address.asked.payOption === 'RESERVATION')
      void loadConfig().then(() => applyConfiguration(address.asked, []))
    else applyConfiguration(address.asked, [])
    // The address is read once; from then on it follows the choices.
  }, [])

  useEffect(() => {
    if (!isChanged.current) return
    const isChoosing = Date.now() - changedAtMs.current < CHOOSING_MS
    changedAtMs.current = Date.now()
    const ask = async () => {
      const loaded = await quoteCalls()
      // A failure is ignored: the page's own price stays, and the main action asks again.
      if (loaded.ok) void loaded.value.confirmPrice()
    }
    if (!isChoosing) return afterNextFrame(() => void ask())
    const timer = setTimeout(() => void ask(), CHOOSING_MS)
    return () => clearTimeout(timer)
  }, [request])

  // Compared by its lines: a saved quote is a copy of the accepted one.
  const hasAccepted = ({ lines }: Quote) =>
    accepted !== null && priceChanges(accepted, lines).length === 0
  const isAccepted = (other: Quote) =>
    hasAccepted(other) || priceChanges(price.lines, other.lines).length === 0
  const held =
    quote && hasAccepted(quote) && quote.totals.driveAwayCents !== price.totals.driveAwayCents
      ? [
          `This quote’s price is ${formatMoney(quote.totals.driveAwayCents)}, held until ${formatDay(aucklandDay(quote.expires))}. Today’s price is ${formatMoney(price.totals.driveAwayCents)}.`,
        ]
      : []

  return {
    catalogue,
    saved,
    configuration: {
      request: price.request,
      quote,
      shown: quote ?? price,
      listed: price,
      changes: quote && !isAccepted(quote) ? priceChanges(price.lines, quote.lines) : [],
      isAccepted,
      accept: () => setAccepted(quote?.lines ?? null),
      notices: [...held, ...notices],
      isReady: request !== null,
      isAsked,
      change,
      dismissNotices: () => setNotices([]),
    },
  }
}

/** Runs an action in the frame after the next. A timer would wait for all the work the press started. */
function afterNextFrame(act: () => void): () => void {
  let id = requestAnimationFrame(() => {
    id = requestAnimationFrame(act)
  })
  return () => cancelAnimationFrame(id)
}

const prices = new WeakMap<PricedRequest, Price>()

/** Caches a price just calculated, and keeps the identity of an unchanged list of accessories. */
function cachePrice(price: Price): Price['request'] {
  const before = $quoteDraft.get().request?.accessoryCodes
  const isSame = before?.join() === price.request.accessoryCodes.join()
  const request = isSame && before ? { ...price.request, accessoryCodes: before } : price.request
  prices.set(request, { ...price, request })
  return request
}

const priceOf = (request: PricedRequest, catalogue: BuilderCatalogue): Price | undefined => {
  const known = prices.get(request)
  if (known) return known
  const priced = priceQuote(request, catalogue)
  return priced.ok ? priced.value : undefined
}

/** Writing the address is slow and browsers limit its rate, so a moving slider must not write every step. */
const ADDRESS_AFTER_MS = 100
let writing: ReturnType<typeof setTimeout> | undefined

function writeAddress(request: PricedRequest) {
  clearTimeout(writing)
  writing = setTimeout(
    // Drops a quote's code: after the first change the address no longer belongs to that quote.
    () => history.replaceState(history.state, '', configurationQuery(request)),
    ADDRESS_AFTER_MS,
  )
}

const START: AskedConfiguration = { kdcd: '', payOption: 'CASH' }

/** A saved quote as it can be bought today. Its own price counts while it holds and nothing gave way. */
function reopenQuote(quote: Quote, catalogue: BuilderCatalogue) {
  const { price, notices } = fitConfiguration(quote.request, catalogue)
  const expires = formatDay(aucklandDay(quote.expires))
  const hasExpired = Date.parse(quote.expires) <= serverNowMs()
  return {
    request: price.request,
    quote: hasExpired || notices.length > 0 ? undefined : quote,
    notices: hasExpired
      ? [`This quote expired on ${expires}, so the price is today’s.`, ...notices]
      : notices,
  }
}
