import { decideReview, recordReceipt } from '#lib/payments/calls.ts'
import { cancelForCustomer } from '#lib/purchases/staff-calls.ts'
import type { Payment } from '#lib/payments/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { ActionForm, type PurchaseActionProps } from '../ActionForm.tsx'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'

const SOURCES = [
  { value: 'BANKTRF', label: 'The customer, by bank transfer' },
  { value: 'MTF', label: 'The lender' },
] as const

/** Records money that arrived in our account. */
export function RecordReceipt({ purchase, onChanged }: PurchaseActionProps) {
  const { id } = purchase.journey
  const form = `receipt ${id}`
  const [source, setSource] = useDraftState<'BANKTRF' | 'MTF'>(
    typedForms,
    `${form} source`,
    'BANKTRF',
  )
  const [amountCents, setAmountCents] = useDraftState<number | null>(
    typedForms,
    `${form} amount`,
    null,
  )
  const [reference, setReference] = useDraftState(typedForms, `${form} reference`, '')
  const isReady = amountCents !== null && amountCents > 0 && reference.trim() !== ''
  return (
    <ActionForm
      form={form}
      label="Record a receipt"
      submit="Record it"
      question={`Record ${formatMoney(amountCents ?? 0)} from ${source === 'MTF' ? 'the lender' : 'the customer'} under the reference ${reference.trim()}?`}
      isReady={isReady}
      done="Receipt recorded."
      onChanged={onChanged}
      run={async () => {
        const body = { source, amountCents: amountCents!, reference: reference.trim() }
        const answer = await siteCall(recordReceipt, { params: { id }, body })
        if (answer.ok) {
          setAmountCents(null)
          setReference('')
        }
        return answer
      }}
    >
      {(wasTried) => (
        <>
          <SelectField label="Paid by" value={source} options={SOURCES} onChange={setSource} />
          <MoneyField
            label="Amount"
            isShort
            valueCents={amountCents}
            onChange={setAmountCents}
            error={wasTried && !amountCents ? 'Please enter the amount' : ''}
          />
          <TextField
            label="Payment reference"
            hint="As on the bank statement. If you’ve already recorded a transfer under it, add the date."
            maxLength={50}
            autoComplete="off"
            value={reference}
            onChange={setReference}
            error={wasTried && !reference.trim() ? 'Please enter the reference' : ''}
          />
        </>
      )}
    </ActionForm>
  )
}

/** Decides about a payment under review. */
export function DecideReview({ payment, onChanged }: { payment: Payment; onChanged: () => void }) {
  const { purchaseJourneyId: id, paymentId, receivedCents, reviewReason } = payment
  const amount = formatMoney(receivedCents ?? payment.amountCents)
  const decide = (outcome: 'RECEIVED' | 'SEND_BACK' | 'NOTHING_CAME') => () =>
    siteCall(decideReview, {
      params: { id },
      body: { paymentId, outcome, receivedCents, reviewReason },
    })
  return (
    <div className="cluster">
      {payment.method !== null && (
        <ActionForm
          form={`RECEIVED ${paymentId}`}
          label="Mark as received"
          about={amount}
          submit="Mark as received"
          question={`Have you found ${amount} in the account? We’ll mark it as paid and email the customer a receipt.`}
          done="Payment received. We’ve emailed the customer."
          run={decide('RECEIVED')}
          onChanged={onChanged}
        />
      )}
      <ActionForm
        form={`SEND_BACK ${paymentId}`}
        label="Refund it"
        about={amount}
        submit="Refund it"
        question={`Refund ${amount}? It won’t count towards the purchase. We’ll email the customer.`}
        done="Refund started."
        run={decide('SEND_BACK')}
        onChanged={onChanged}
      />
      <ActionForm
        form={`NOTHING_CAME ${paymentId}`}
        label="Mark as not received"
        about={amount}
        submit="Mark as not received"
        question={`Have you checked that none of the ${amount} has arrived? We’ll email the customer, who can pay again.`}
        done="The customer can pay again. We’ve emailed them."
        run={decide('NOTHING_CAME')}
        onChanged={onChanged}
      />
    </div>
  )
}

/** Cancels the purchase and refunds the payments. */
export function CancelPurchase({ purchase, onChanged }: PurchaseActionProps) {
  const { id, version, paymentMetadata } = purchase.journey
  const form = `cancellation ${id}`
  const [reason, setReason] = useDraftState(typedForms, `${form} reason`, '')
  const sumOf = (status: Payment['status'], centsOf: (payment: Payment) => number) =>
    purchase.payments
      .filter((payment) => payment.status === status && payment.source !== 'MTF')
      .reduce((cents, payment) => cents + centsOf(payment), 0)
  // Parts of a transfer that has not all come go back too.
  const refundCents =
    paymentMetadata.paidCents + sumOf('PENDING', ({ receivedCents }) => receivedCents ?? 0)
  const inReviewCents = sumOf(
    'NEEDS_REVIEW',
    ({ receivedCents, amountCents }) => receivedCents ?? amountCents,
  )
  const refund = refundCents > 0 ? ` We’ll refund ${formatMoney(refundCents)}.` : ''
  const review =
    inReviewCents > 0 ? ` A payment of ${formatMoney(inReviewCents)} is still being checked.` : ''
  return (
    <ActionForm
      form={form}
      label="Cancel the purchase"
      submit="Cancel the purchase"
      question={`Cancel this purchase? We’ll release the car.${refund}${review} We’ll email the customer. This can’t be undone.`}
      isDanger
      isReady={reason.trim() !== ''}
      done="Purchase cancelled."
      run={() =>
        siteCall(cancelForCustomer, {
          params: { id },
          ifMatch: `"v${version}"`,
          body: { reason: reason.trim() },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextArea
          label="Reason"
          hint="Saved as a note. The customer sees this if they download their data."
          rows={3}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={wasTried && !reason.trim() ? 'Please enter the reason' : ''}
        />
      )}
    </ActionForm>
  )
}
