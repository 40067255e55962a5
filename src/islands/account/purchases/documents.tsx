import { getReceiptDocument } from '#lib/payments/calls.ts'
import { getAgreementDocument } from '#lib/purchases/agreement-calls.ts'
import { getFinanceApplicationDocument } from '#lib/finance/calls.ts'
import { getQuoteDocument } from '#lib/quotes/calls.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { siteCall } from '#stores/site/api.ts'
import { addToast } from '#stores/site/toasts.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { SavePdf } from '#ui/SavePdf.tsx'

/** Saves a quote as a PDF. */
export const QuoteDocument = ({ quote, label }: { quote: Quote; label: string }) => (
  <AllCalls>
    <SavePdf
      ask={() => siteCall(getQuoteDocument, { params: { id: quote.quoteId } })}
      onFailed={warn}
    >
      {label}
      <span className="visually-hidden"> of {quote.vehicle.variantName}, PDF</span>
    </SavePdf>
  </AllCalls>
)

/** Saves the agreement of a purchase as a PDF. */
export const AgreementDocument = ({ id, label }: { id: string; label: string }) => (
  <SavePdf ask={() => siteCall(getAgreementDocument, { params: { id } })} onFailed={warn}>
    {label}
  </SavePdf>
)

/** Saves the receipt of a purchase as a PDF. */
export const ReceiptDocument = ({ id, label }: { id: string; label: string }) => (
  <SavePdf ask={() => siteCall(getReceiptDocument, { params: { id } })} onFailed={warn}>
    {label}
  </SavePdf>
)

/** Saves the signed finance application of a purchase as a PDF. */
export const FinanceDocument = ({ id, label }: { id: string; label: string }) => (
  <SavePdf ask={() => siteCall(getFinanceApplicationDocument, { params: { id } })} onFailed={warn}>
    {label}
  </SavePdf>
)

const warn = (text: string) => addToast({ kind: 'warning', text })
