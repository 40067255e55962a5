import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { OpenedQuote, QuoteLink } from '#stores/quote/quote-calls.ts'
import { $accessToken } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { loadConfig, quoteCalls } from './quote-calls.ts'

/** The state shown instead of the builder while a quote is not open. */
export type UnopenedQuote = { state: 'opening' } | Exclude<OpenedQuote, { state: 'open' }>

export interface SavedQuote {
  /** `null` once the quote is open, or without a quote in the address. */
  shown: UnopenedQuote | null
  /** The id of the quote in the address. */
  quoteId: string | undefined
  open(link: QuoteLink): void
  tryAgain(): void
}

/** Opens the saved quote in the address, and again when the session or the code changes. */
export function useSavedQuote(onOpened: (quote: Quote) => void): SavedQuote {
  const isSignedIn = useIslandStore($accessToken, null) !== null
  const [link, setLink] = useState<QuoteLink | null>(null)
  const [found, setFound] = useState<UnopenedQuote>({ state: 'opening' })
  const latest = useRef<QuoteLink | null>(null)

  const open = async (wanted: QuoteLink) => {
    latest.current = wanted
    setLink(wanted)
    setFound({ state: 'opening' })
    const [answer] = await Promise.all([
      quoteCalls().then((calls): OpenedQuote | Promise<OpenedQuote> =>
        calls.ok
          ? calls.value.openQuote(wanted)
          : { state: 'failed', message: failureMessage(calls.failure) },
      ),
      loadConfig(),
    ])
    if (latest.current !== wanted) return
    if (answer.state !== 'open') return setFound(answer)
    onOpened(answer.quote)
    setLink(null)
  }

  // A quote that could not be seen may belong to the account that has just signed in, and vice versa.
  useEffect(() => {
    if (link) void open({ ...link })
  }, [isSignedIn])

  useEffect(() => {
    if (!link) return
    const read = () => void open({ ...link, code: location.hash.slice(1, 65) || null })
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [link])

  return {
    shown: link && found,
    quoteId: link?.quoteId,
    open: (wanted) => void open(wanted),
    tryAgain: () => {
      if (link) void open({ ...link })
    },
  }
}
