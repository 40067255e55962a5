import { useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'

/**
 * Starts an expired purchase again and opens the new one.
 *
 * @param hrefOf The address of the new purchase.
 * @returns `trouble`: why it failed and what to do; empty otherwise.
 */
export function useStartAgain(
  start: () => Promise<Result<{ id: string }>>,
  hrefOf: (id: string) => string,
) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const press = async () => {
    setTrouble('')
    setIsBusy(true)
    const started = await start()
    if (started.ok) return location.assign(hrefOf(started.value.id))
    setIsBusy(false)
    setTrouble(
      `${failureMessage(started.failure)} Try again, or build the car again in Build and quote.`,
    )
  }
  return { isBusy, trouble, press: () => void press() }
}
