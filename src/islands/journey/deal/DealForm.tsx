import { useState, type ReactNode, type SubmitEvent } from 'react'
import { firstInvalid } from '#ui/fields/first-invalid.ts'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { StepActions } from '#islands/journey/StepActions.tsx'

/** The deposit field shows its error once it loses focus. */
function showDepositError(form: HTMLFormElement) {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  requestAnimationFrame(() => firstInvalid(form)?.focus())
}

interface PayPart {
  isDepositValid: boolean
  onDepositValidity: (isValid: boolean) => void
}

/** A step that shows the deal and can change how it is paid. It goes on once the typed deposit is valid. */
export function DealForm({
  className,
  children,
}: {
  className: string
  children: (pay: PayPart) => ReactNode
}) {
  const { goOn } = useJourneyPage()
  const [isDepositValid, onDepositValidity] = useState(true)
  const [isGoing, setIsGoing] = useState(false)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isDepositValid) return showDepositError(event.currentTarget)
    setIsGoing(true)
    await goOn()
    setIsGoing(false)
  }
  return (
    <form className={className} onSubmit={submit} noValidate>
      {children({ isDepositValid, onDepositValidity })}
      <StepActions isSending={isGoing} />
    </form>
  )
}
