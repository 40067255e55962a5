import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { checkPayment } from '#stores/journey.ts'
import { paymentView, type Attempt } from './payment-view.ts'

/** Pauses before looking again at a payment that is on its way, in milliseconds. After them it takes a button. */
const LOOK_AGAIN_MS = [2_000, 4_000, 8_000, 15_000, 30_000]

interface Truth {
  /** How often has been asked. */
  looks: number
  attempt: Attempt | null
  trouble: string
}

/**
 * What the provider says of the last attempt, while the journey itself is loaded anew. Asked when the step opens, when
 * the page comes back from the provider's, and a few times more while a payment is on its way.
 */
export function useTruth(journey: PurchaseJourney) {
  const [truth, setTruth] = useState<Truth>({ looks: 0, attempt: null, trouble: '' })
  /** Which look is wanted; the effect below takes it. */
  const [wanted, setWanted] = useState(1)
  const { looks, attempt, trouble } = truth
  const { isWaiting } = paymentView(journey, attempt)
  const isLooking = looks < wanted

  useEffect(() => {
    let isCurrent = true
    void checkPayment().then((answer) => {
      if (!isCurrent) return
      setTruth((before) => ({
        looks: wanted,
        // Without an answer the journey, which has just been loaded, says it all.
        attempt: answer?.ok ? answer.value : answer && before.attempt,
        trouble: answer && !answer.ok ? failureMessage(answer.failure) : '',
      }))
    })
    return () => {
      isCurrent = false
    }
  }, [wanted])

  useEffect(() => {
    const pauseMs = LOOK_AGAIN_MS[looks - 1]
    if (!isWaiting || isLooking || pauseMs === undefined) return
    const timer = setTimeout(() => setWanted(looks + 1), pauseMs)
    return () => clearTimeout(timer)
  }, [isWaiting, isLooking, looks])

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setWanted((before) => before + 1)
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])

  return {
    attempt,
    /** The truth has been asked for at least once. */
    isKnown: looks > 0,
    isLooking,
    /** Why the provider could not be asked; empty while it could. */
    trouble,
    look: () => setWanted(looks + 1),
  }
}
