import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { PaymentMethod, PaymentType } from '#lib/codes.ts'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { balanceLeftCents, isLease } from '#lib/payments/pay-options.ts'
import { paymentName } from '#lib/payments/labels.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { startPayment } from '#stores/journey/journey.ts'
import { $purchaseSlice } from '#stores/journey/purchase-store.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useWaitText } from '#islands/journey/use-wait-text.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { BankTransfer } from './BankTransfer.tsx'

type Way = PaymentMethod | 'TRANSFER'

const WAYS: readonly { value: Way; title: string; text: string }[] = [
  {
    value: 'STRIPE',
    title: 'Card',
    text: 'On the payment provider’s own page. We never see your card number.',
  },
  {
    value: 'POLI',
    title: 'Online banking',
    text: 'From your bank account, on the payment provider’s own page. We never see your bank login.',
  },
  {
    value: 'TRANSFER',
    title: 'Bank transfer',
    text: 'You make the transfer yourself. It can take until the next working day to reach us.',
  },
]

interface PayProps {
  type: PaymentType
  cents: number
  /** The purchase waits for it, so it is the main button. */
  isPrimary: boolean
  onRefused: () => Promise<unknown>
}

const BUTTON: Record<PaymentType, string> = { DEPOSIT: 'Pay deposit', BALANCE: 'Pay balance' }

/** The amount, the ways to pay it, and one button: it leads to a provider's page, or shows where to transfer it. */
export function Pay({ type, cents, isPrimary, onRefused }: PayProps) {
  const { journey } = useJourneyPage()
  // A payment that failed is mostly tried again the same way.
  const [wanted, setWanted] = useState<Way>(
    () => $purchaseSlice.get().paymentMethods?.[journey.id] ?? 'STRIPE',
  )
  const [isStarting, setIsStarting] = useState(false)
  const wait = useWaitText('Opening the payment provider’s page')
  const config = useIslandStore($config, null)
  const takesBank = (config?.providers.bankPayment ?? 'none') !== 'none'
  const [trouble, setTrouble] = useState('')
  const ways = WAYS.filter(
    ({ value }) => value === 'STRIPE' || (value === 'POLI' ? takesBank : hasAllCalls()),
  )

  const chosen = ways.some(({ value }) => value === wanted) ? wanted : 'STRIPE'

  // The browser's Back button may restore this page as it was.
  useEffect(() => {
    const wake = () => setIsStarting(false)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  useEffect(() => void loadConfig(), [])

  const pay = async (method: PaymentMethod) => {
    setIsStarting(true)
    setTrouble('')
    const started = await startPayment(type, method)
    if (started.ok) return location.assign(started.value.redirectUrl)
    setIsStarting(false)
    setTrouble(failureMessage(started.failure))
    // The reason for the refusal may be newer than the page.
    if (started.failure.kind === 'problem' && started.failure.status === 409) await onRefused()
  }

  return (
    <div className="card stack">
      <p>
        <span className="small quiet">{paymentName(type, journey.currentQuote.payOption)}</span>
        <br />
        <strong className="price">{formatMoney(cents)}</strong>
      </p>
      <WhatFollows type={type} />
      {ways.length > 1 && (
        <RadioCards
          legend="How do you want to pay?"
          choices={ways.map((way) => ({ ...way, isDisabled: isStarting && way.value !== chosen }))}
          value={chosen}
          onChange={setWanted}
        />
      )}
      {chosen === 'STRIPE' && config?.isCardTest && (
        <Notice kind="warning">Test mode: no money is taken by card.</Notice>
      )}
      {chosen === 'TRANSFER' ? (
        <BankTransfer isPrimary={isPrimary} />
      ) : (
        <div>
          <Button
            kind={isPrimary ? 'accent' : 'quiet'}
            isBusy={isStarting}
            onClick={() => void pay(chosen)}
          >
            {type === 'BALANCE' && isLease(journey.currentQuote.payOption)
              ? 'Make first payment'
              : BUTTON[type]}
          </Button>
          <StillWorking isBusy={isStarting} text={wait} />
        </div>
      )}
      <p className="fine-print">
        {ways.length === 1 &&
          'You pay by card, on the payment provider’s own page. We never see your card number. '}
        You pay in New Zealand dollars. There’s no surcharge.
      </p>
      {trouble && (
        <Notice kind="error" title="We couldn’t start the payment">
          {`${trouble} Nothing has been charged.`}
        </Notice>
      )}
    </div>
  )
}

/** When it is refunded, and what is to pay after it. */
function WhatFollows({ type }: Pick<PayProps, 'type'>) {
  const { journey } = useJourneyPage()
  const { currentQuote, paymentMetadata } = journey
  const { cancelUntil } = journey.metadata
  const balanceLeft = balanceLeftCents(paymentMetadata)
  const isFirst = type === 'DEPOSIT' || isLease(currentQuote.payOption)
  if (!isFirst) return null
  return (
    <p className="small">
      {cancelUntil !== undefined &&
        Date.parse(cancelUntil) > serverNowMs() &&
        `If you cancel by ${formatDeadline(cancelUntil)}, we’ll refund it in full. `}
      {type === 'DEPOSIT' &&
        balanceLeft > 0 &&
        `The balance of ${formatMoney(balanceLeft)} is due before you collect the car.`}
    </p>
  )
}
