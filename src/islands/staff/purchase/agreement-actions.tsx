import { useState } from 'react'
import {
  emailSigningLink,
  getAgreementDocument,
  issueAgreement,
} from '#lib/purchases/agreement-calls.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { documentToSign } from '#lib/staff/staff-actions.ts'
import { isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import { siteCall } from '#stores/site/api.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { SavePdf } from '#ui/SavePdf.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { ActionForm, type PurchaseActionProps } from '../ActionForm.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'

/** Issues the sale agreement from the present state of the purchase. */
export function IssueAgreement({ purchase, obstacle, onChanged }: PurchaseActionProps) {
  const { id, version, metadata, tradeInformation } = purchase.journey
  const [leavesOut, setLeavesOut] = useState(false)
  // Undecided trade-ins leave the purchase when an agreement is issued.
  const undecided = tradeInformation.vehicles.filter(isUndecided)
  const plates = undecided.map(({ registration }) => registration).join(' and ')
  return (
    <ActionForm
      form={`issue ${id}`}
      label={metadata.hasAgreement ? 'Issue the agreement again' : 'Issue the agreement'}
      submit="Issue it"
      obstacle={obstacle}
      done="Agreement issued. We’ve emailed the customer."
      isReady={undecided.length === 0 || leavesOut}
      run={() =>
        siteCall(issueAgreement, {
          params: { id },
          ifMatch: `"v${version}"`,
          query: leavesOut ? { undecidedTradeIns: 'LEAVE_OUT' } : {},
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) =>
        metadata.hasAgreement ? (
          <>
            <p>
              Issue a new agreement from the purchase as it is now? It replaces the one the customer
              has. They’ll need to read and accept it.
            </p>
            <p>
              <SavePdf
                ask={() => siteCall(getAgreementDocument, { params: { id } })}
                onFailed={(text) => addToast({ kind: 'warning', text })}
              >
                The agreement the customer has, PDF
              </SavePdf>
            </p>
          </>
        ) : (
          <>
            <p>
              Issue the agreement from the purchase as it is now? We’ll email the customer, who can
              read and accept it under My Purchases.
            </p>
            {undecided.length > 0 && (
              <Checkbox
                checked={leavesOut}
                error={
                  wasTried && !leavesOut
                    ? 'Make an offer and wait for the answer, or leave the trade-in out'
                    : ''
                }
                onChange={setLeavesOut}
              >
                {`Leave out the trade-in ${plates}, which has no accepted offer. We’ll tell the customer.`}
              </Checkbox>
            )}
          </>
        )
      }
    </ActionForm>
  )
}

/** Records that the customer signed on paper. */
export function AcceptedOnPaper({ purchase, obstacle, onChanged }: PurchaseActionProps) {
  const form = `paper ${purchase.journey.id}`
  const [note, setNote] = useDraftState(typedForms, `${form} note`, '')
  return (
    <ActionForm
      form={form}
      label="Record acceptance on paper"
      submit="Record it"
      question="Has the customer signed the agreement on paper? It will then be binding on both sides. We’ll email the customer."
      obstacle={obstacle}
      isReady={note.trim() !== ''}
      done="Agreement accepted."
      run={() =>
        siteCall(advanceJourney, {
          params: { id: purchase.journey.id },
          ifMatch: `"v${purchase.journey.version}"`,
          body: { event: 'agreement-accepted', note: note.trim() },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextArea
          label="Signed by, date, and where the paper is kept"
          hint="Saved as a note. The customer sees this if they download their data."
          rows={3}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={
            wasTried && !note.trim()
              ? 'Please say who signed, when, and where the paper is kept'
              : ''
          }
        />
      )}
    </ActionForm>
  )
}

/** The facts that decide whether a document waits for the customer's signature. */
export const signingFacts = (journey: StaffPurchase['journey']) => ({
  status: journey.status.purchaseJourneyStatusCode,
  payOption: journey.currentQuote.payOption,
  hasAgreement: journey.metadata.hasAgreement === true,
  hasApplied: journey.hasAppliedForFinancePreApproval,
})

const DOCUMENT_NAMES = { AGREEMENT: 'the sale agreement', FINANCE: 'the finance application' }

/** Emails a link to the document to sign: only the customer, signed in, can sign it. */
export function EmailSigningLink({ purchase: { journey }, onChanged }: PurchaseActionProps) {
  const { id, customer } = journey
  const document = documentToSign(signingFacts(journey))
  if (!document) return null
  return (
    <ActionForm
      form={`link ${id}`}
      label="Email the customer a link to sign"
      submit="Email the link"
      done="We’ve emailed the customer the link."
      run={() => siteCall(emailSigningLink, { params: { id }, body: { document } })}
      onChanged={onChanged}
    >
      {() => (
        <p>
          We’ll email the link to {customer.email}. It opens {DOCUMENT_NAMES[document]} once they’ve
          signed in.
        </p>
      )}
    </ActionForm>
  )
}
