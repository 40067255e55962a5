import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shopNowMs } from '#lib/shared/clock.ts'
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
import { fromAddress } from './address.ts'
import type { BuilderCatalogue, Change } from '#ui/configuration/builder-data.ts'
import { catalogueForSale, withoutReservations } from '#ui/configuration/catalogue-for-sale.ts'
import { loadConfig, quoteCalls } from './quote-calls.ts'
import { useSavedQuote, type SavedQuote } from './use-saved-quote.ts'

/** Whoever chooses again within this time goes on choosing: the server is asked for its price once they have stopped. */
const CHOOSING_MS = 500

const AT_BUILD = { request: null, quote: null }

export interface Configuration {
  request: Price['request']
  /** What the screen shows: the server's quote of this configuration, else our own price of it. */
  shown: Pick<Quote, 'lines' | 'totals' | 'finance' | 'vehicle'>
  /** The server's quote of this configuration, where it has one. */
  quote: Quote | null
  /** What the page's own price list says, and where a quote that nobody has accepted yet differs from it. */
  listed: Pick<Quote, 'lines' | 'totals'>
  changes: PriceChange[]
  /** Whether a quote costs what the page showed, line by line, or its price was accepted. */
  isAccepted(quote: Quote): boolean
  accept(): void
  /** What gave way, or is otherwise worth saying, since the last change. */
  notices: string[]
  /** Whether the address has been read: until then a choice would be lost. */
  isReady: boolean
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
  const { request, quote } = useIslandStore($quoteDraft, AT_BUILD)
  // The page was built without knowing the day that it is read on.
  const isAwake = request !== null
  const catalogue = useMemo(
    () => (isAwake ? catalogueForSale(full, hasReservations) : withoutReservations(full)),
    [full, hasReservations, isAwake],
  )
  const [notices, setNotices] = useState<string[]>([])
  const [accepted, setAccepted] = useState<Quote['lines'] | null>(null)
  const isChanged = useRef(false)
  const changedAtMs = useRef(-Infinity)
  const wishes = useRef<Wishes>({})

  const atBuild = useMemo(() => fitConfiguration(START, full).price, [full])
  const price = useMemo(
    () => (request && priceOf(request, catalogue)) ?? atBuild,
    [request, catalogue, atBuild],
  )

  // What is offered now, for what happens between renders.
  const offered = useCallback(
    () => catalogueForSale(full, $config.get()?.flags.reservations ?? false),
    [full],
  )

  const settle = useCallback(
    (asked: AskedConfiguration, said: string[]) => {
      const fitted = fitConfiguration(asked, offered())
      const next = remember(fitted.price)
      if (next.finance) wishes.current[payKind(next.payOption)] = next.finance
      chooseConfiguration(next)
      setNotices([...said, ...fitted.notices])
      keepInAddress(next)
    },
    [offered],
  )

  const change = useCallback(
    (choices: Partial<AskedConfiguration>, said: string[] = []) => {
      const before = $quoteDraft.get().request ?? atBuild.request
      isChanged.current = true
      settle(withChoices(before, choices, wishes.current, offered()), said)
    },
    [atBuild, offered, settle],
  )

  const saved = useSavedQuote((found) => {
    const opened = openedQuote(found, offered())
    chooseConfiguration(opened.request, opened.quote)
    // Its price is the one that its reader was promised.
    setAccepted(opened.quote?.lines ?? null)
    setNotices(opened.notices)
  })

  useEffect(() => {
    const address = fromAddress(location, full.models)
    if (address.kind === 'nothing') return chooseConfiguration(atBuild.request)
    if (address.kind === 'quote') return saved.open(address)
    // Whether a reservation is offered is known only to the server.
    if (address.asked.payOption === 'RESERVATION')
      void loadConfig().then(() => settle(address.asked, []))
    else settle(address.asked, [])
    // The address is read once; from then on it follows the choices.
  }, [])

  useEffect(() => {
    if (!isChanged.current) return
    const isChoosing = Date.now() - changedAtMs.current < CHOOSING_MS
    changedAtMs.current = Date.now()
    const ask = async () => {
      const loaded = await quoteCalls()
      // Quietly: without an answer our own price stands, and the main action asks again.
      if (loaded.ok) void loaded.value.confirmPrice()
    }
    if (!isChoosing) return behindNextFrame(() => void ask())
    const timer = setTimeout(() => void ask(), CHOOSING_MS)
    return () => clearTimeout(timer)
  }, [request])

  // By its lines: a quote that is saved is a copy of the one that was accepted.
  const hasAccepted = ({ lines }: Quote) =>
    accepted !== null && priceChanges(accepted, lines).length === 0
  const isAccepted = (other: Quote) =>
    hasAccepted(other) || priceChanges(price.lines, other.lines).length === 0
  const held =
    quote && hasAccepted(quote) && quote.totals.driveAwayCents !== price.totals.driveAwayCents
      ? [
          `This quote’s price is ${formatMoney(quote.totals.driveAwayCents)}; today’s price list says ${formatMoney(price.totals.driveAwayCents)}. The quote holds until ${formatDay(aucklandDay(quote.expires))}.`,
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
      change,
      dismissNotices: () => setNotices([]),
    },
  }
}

/** Does something in the frame after the next: a timer waits for all that the press has started. */
function behindNextFrame(act: () => void): () => void {
  let id = requestAnimationFrame(() => {
    id = requestAnimationFrame(act)
  })
  return () => cancelAnimationFrame(id)
}

const prices = new WeakMap<PricedRequest, Price>()

/** Keeps the price of a request that has just been reckoned, and the list of accessories while it is the same. */
function remember(price: Price): Price['request'] {
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

/** Writing the address takes as long as painting, and browsers count how often it is written: a slider moves faster. */
const ADDRESS_AFTER_MS = 100
let writing: ReturnType<typeof setTimeout> | undefined

function keepInAddress(request: PricedRequest) {
  clearTimeout(writing)
  writing = setTimeout(
    // Without a quote's code: the address is of a car of one's own from the first change on.
    () => history.replaceState(history.state, '', configurationQuery(request)),
    ADDRESS_AFTER_MS,
  )
}

const START: AskedConfiguration = { kdcd: '', payOption: 'CASH' }

/** A saved quote as it can be bought today. Its own price counts while it holds and nothing gave way. */
function openedQuote(quote: Quote, catalogue: BuilderCatalogue) {
  const { price, notices } = fitConfiguration(quote.request, catalogue)
  const expires = formatDay(aucklandDay(quote.expires))
  const hasExpired = Date.parse(quote.expires) <= shopNowMs()
  return {
    request: price.request,
    quote: hasExpired || notices.length > 0 ? undefined : quote,
    notices: hasExpired
      ? [`This quote expired on ${expires}, so the price is today’s.`, ...notices]
      : notices,
  }
}
