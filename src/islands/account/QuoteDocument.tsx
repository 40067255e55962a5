import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { getQuoteDocument } from '#lib/contract/quotes.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { siteCall } from '#stores/api.ts'
import { addToast } from '#stores/toasts.ts'
import { saveBase64 } from '#ui/save-file.ts'

/** Hands over a quote as a PDF. */
export function QuoteDocument({ quote, label }: { quote: Quote; label: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    if (isBusy) return
    setIsBusy(true)
    const answer = await siteCall(getQuoteDocument, { params: { id: quote.quoteId } })
    setIsBusy(false)
    if (!answer.ok)
      return addToast({
        kind: 'warning',
        text: `The document could not be made: ${failureMessage(answer.failure)}`,
      })
    const { name, mediaType, base64 } = answer.value
    saveBase64(name, mediaType, base64)
  }
  return (
    <button
      type="button"
      className="link-button"
      aria-disabled={isBusy || undefined}
      onClick={() => void download()}
    >
      {label}
      <span className="visually-hidden"> of {quote.vehicle.variantName}, PDF</span>
    </button>
  )
}
