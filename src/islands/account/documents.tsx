import { useState, type ReactNode } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { getAgreementDocument } from '#lib/contract/agreements.ts'
import { getQuoteDocument } from '#lib/contract/quotes.ts'
import type { PdfFile, Quote } from '#lib/contract/shapes/quote.ts'
import { siteCall } from '#stores/api.ts'
import { addToast } from '#stores/toasts.ts'
import { saveBase64 } from '#ui/save-file.ts'

/** Hands over a quote as a PDF. */
export const QuoteDocument = ({ quote, label }: { quote: Quote; label: string }) => (
  <SavePdf ask={() => siteCall(getQuoteDocument, { params: { id: quote.quoteId } })}>
    {label}
    <span className="visually-hidden"> of {quote.vehicle.variantName}, PDF</span>
  </SavePdf>
)

/** Hands over the agreement of a purchase as a PDF. */
export const AgreementDocument = ({ id, label }: { id: string; label: string }) => (
  <SavePdf ask={() => siteCall(getAgreementDocument, { params: { id } })}>{label}</SavePdf>
)

function SavePdf({ ask, children }: { ask: () => Promise<Result<PdfFile>>; children: ReactNode }) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    if (isBusy) return
    setIsBusy(true)
    const answer = await ask()
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
      {children}
    </button>
  )
}
