import { readyText, type Days } from '#lib/catalogue/delivery.ts'
import { useToday } from '#ui/hooks/use-today.ts'

/** The delivery window of a car, beside its price (decision 66). `undefined` shows nothing. */
export function DeliveryLine({ delivery }: { delivery: Days | null | undefined }) {
  const today = useToday()
  if (delivery === undefined) return null
  const isLate = delivery !== null && delivery.to < today
  return (
    <span className={`delivery-line${delivery ? '' : ' delivery-line--none'}`}>
      {isLate ? 'Running late. Your dealer will call you' : readyText(delivery)}
    </span>
  )
}
