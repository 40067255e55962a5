import { getReceiptDocument } from '#lib/payments/calls.ts'
import { getFinanceApplicationDocument } from '#lib/finance/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { SavePdf } from '#ui/SavePdf.tsx'
import { useJourneyPage } from '../../journey-page.ts'

/** The documents of the purchase so far. */
export function Documents() {
  const { id, metadata, paymentMetadata, hasAppliedForFinancePreApproval } =
    useJourneyPage().journey
  const hasPaid = paymentMetadata.paidCents > 0
  if (!hasPaid && !hasAppliedForFinancePreApproval && !metadata.hasAgreement) return null
  const params = { id }
  return (
    <section className="stack stack--s" aria-labelledby="documents-heading">
      <h2 id="documents-heading" className="step-part">
        Documents
      </h2>
      <ul className="record__lines">
        {hasPaid && (
          <li>
            <SavePdf ask={() => siteCall(getReceiptDocument, { params })} onFailed={warn}>
              Receipt, PDF
            </SavePdf>
          </li>
        )}
        {hasAppliedForFinancePreApproval && (
          <li>
            <SavePdf
              ask={() => siteCall(getFinanceApplicationDocument, { params })}
              onFailed={warn}
            >
              Signed finance application, PDF
            </SavePdf>
          </li>
        )}
        {metadata.hasAgreement && (
          <li>
            <a href={paths.agreement(id)}>Agreement</a>
          </li>
        )}
      </ul>
    </section>
  )
}

const warn = (text: string) => addToast({ kind: 'warning', text })
