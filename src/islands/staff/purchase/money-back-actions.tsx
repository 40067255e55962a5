import { completeRefund, repeatRefund, settleDispute } from '#lib/payments/calls.ts'
import type { Dispute, Refund } from '#lib/payments/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { siteCall } from '#stores/site/api.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { ActionForm } from '../ActionForm.tsx'

interface RefundActProps {
  refund: Refund
  onChanged: () => void
}

/** Records a refund that staff sent by bank transfer. */
export function CompleteRefund({ refund, onChanged }: RefundActProps) {
  const form = `refund ${refund.refundId}`
  const [reference, setReference] = useDraftState(typedForms, `${form} reference`, '')
  const amount = formatMoney(refund.amountCents)
  return (
    <ActionForm
      form={form}
      label={refund.failure === null ? 'Refund sent' : 'Sent by bank transfer'}
      about={amount}
      submit="Record it"
      question={`Have you transferred ${amount} back under the reference ${reference.trim()}? We’ll email the customer.`}
      isReady={reference.trim() !== ''}
      done="Refund recorded. We’ve emailed the customer."
      run={() =>
        siteCall(completeRefund, {
          params: { id: refund.refundId },
          body: { reference: reference.trim(), amountCents: refund.amountCents },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextField
          label="Bank reference"
          maxLength={50}
          autoComplete="off"
          value={reference}
          onChange={setReference}
          error={wasTried && !reference.trim() ? 'Please enter the reference' : ''}
        />
      )}
    </ActionForm>
  )
}

/** Asks the provider to refund once more. */
export function RepeatRefund({ refund, onChanged }: RefundActProps) {
  const amount = formatMoney(refund.amountCents)
  return (
    <ActionForm
      form={`repeat ${refund.refundId}`}
      label="Refund to the card again"
      about={amount}
      submit="Refund again"
      question={`Ask the card provider to refund ${amount} again? It goes to the card the customer paid with.`}
      done="We’ve asked the provider again."
      run={() => siteCall(repeatRefund, { params: { id: refund.refundId } })}
      onChanged={onChanged}
    />
  )
}

/** Records how a lost dispute was settled. */
export function SettleDispute({ dispute, onChanged }: { dispute: Dispute; onChanged: () => void }) {
  const form = `dispute ${dispute.disputeId}`
  const [note, setNote] = useDraftState(typedForms, `${form} note`, '')
  const amount = formatMoney(dispute.amountCents)
  return (
    <ActionForm
      form={form}
      label="Mark as settled"
      about={`the dispute about ${amount}`}
      submit="Mark as settled"
      question={`Is the dispute about ${amount} settled? It will come off the work list and won’t block the hand-over any more.`}
      isReady={note.trim() !== ''}
      done="Dispute settled."
      run={() =>
        siteCall(settleDispute, {
          params: { id: dispute.disputeId },
          body: { note: note.trim(), status: dispute.status as 'LOST' | 'WON' },
        })
      }
      onChanged={onChanged}
    >
      {(wasTried) => (
        <TextArea
          label="How it was settled"
          hint="For example: paid again by bank transfer on 3 December."
          rows={2}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={wasTried && !note.trim() ? 'Please enter how it was settled' : ''}
        />
      )}
    </ActionForm>
  )
}
