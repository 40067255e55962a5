import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { OpenedQuote, QuoteLink } from '#stores/quote/quote-calls.ts'
import { $accessToken } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { loadConfig, quoteCalls } from './quote-calls.ts'

/** What is shown instead of the builder while it has no quote to open with. */
export type UnopenedQuote = { state: 'opening' } | Exclude<OpenedQuote, { state: 'open' }>

export interface SavedQuote {
  /** `null` once the quote is open, or when the address names none. */
  shown: UnopenedQuote | null
  /** Of the quote that the address names. */
  quoteId: string | undefined
  open(link: QuoteLink): void
  tryAgain(): void
}

/** Opens the saved quote that the address names, and again for another reader or another code. */
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

  // A quote that could not be seen may be of the account that has just signed in, and the other way round.
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
