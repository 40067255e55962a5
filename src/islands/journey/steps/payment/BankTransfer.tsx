import { useState } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { TRANSFER_TIME } from '#lib/payments/deposit-labels.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { announceTransfer } from '#stores/journey/journey.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { SummaryLine } from '#ui/SummaryLine.tsx'

type Answer = Awaited<ReturnType<typeof announceTransfer>>
type Transfer = Answer extends Result<infer Value> ? Value : never

/** How to pay by bank transfer, loaded on request. */
export function BankTransfer({ isPrimary = false }: { isPrimary?: boolean }) {
  const { journey } = useJourneyPage()
  const [transfer, setTransfer] = useState<Transfer | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isLoading, setIsLoading] = useState(false)

  const show = async () => {
    setIsLoading(true)
    const answer = await announceTransfer()
    setIsLoading(false)
    if (answer.ok) setTransfer(answer.value)
    setTrouble(
      answer.ok
        ? ''
        : answer.failure.kind === 'problem' && answer.failure.status === 404
          ? 'We can’t take bank transfers right now. Please pay another way.'
          : failureMessage(answer.failure),
    )
  }

  if (!hasAllCalls()) return null
  if (!transfer)
    return (
      <div className="stack stack--s">
        <div>
          <Button
            kind={isPrimary ? 'accent' : 'quiet'}
            isBusy={isLoading}
            onClick={() => void show()}
          >
            Show bank transfer details
          </Button>
          <StillWorking isBusy={isLoading} text="Loading the bank transfer details" />
        </div>
        <div role="status">{trouble && <Notice kind="info">{trouble}</Notice>}</div>
      </div>
    )
  const { depositDueBy: dueBy, isTransferExpected } = journey.metadata
  const rows: [label: string, value: string][] = [
    ['Amount', formatMoney(transfer.amountCents)],
    ['Account name', transfer.accountName],
    ['Account number', transfer.accountNumber],
    ['Reference', transfer.reference],
  ]
  return (
    <section className="stack stack--s" aria-labelledby="transfer-heading" role="status">
      <h2 id="transfer-heading" className="step-part">
        Pay by bank transfer
      </h2>
      <dl className="summary">
        {rows.map(([label, value]) => (
          <SummaryLine key={label} label={label} value={value} kind="money" />
        ))}
      </dl>
      <p className="fine-print">
        Use the reference exactly as shown, so that we can find your payment. A transfer can take
        until the next working day to reach us. We’ll email you when it arrives.
        {dueBy &&
          ` We’ve emailed you these details too. We’ll keep your ${isToBeBuilt(journey.metadata.deliveryStatus) ? 'order open' : 'car reserved'} until ${formatDeadline(dueBy)}.${isTransferExpected ? ` ${TRANSFER_TIME}` : ''}`}
      </p>
    </section>
  )
}
