import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { checkPayment } from '#stores/journey/journey.ts'
import { paymentView, type Attempt } from './payment-view.ts'

/** Pauses before looking again at a payment that is on its way, in milliseconds. After them it takes a button. */
const LOOK_AGAIN_MS = [2_000, 4_000, 8_000, 15_000, 30_000]
/** The pause while staff check a payment, which takes them hours. */
const REVIEW_MS = 30_000

interface Outcome {
  /** How often has been asked. */
  looks: number
  attempt: Attempt | null
  trouble: string
}

interface Wanted {
  wanted: number
  /** The buyer has not asked for it: a failure is not worth a word. */
  isByItself: boolean
}

/**
 * What the provider says of the last attempt, while the journey itself is loaded again. Asked when the step opens, when
 * its page is seen again, a few times more while a payment is on its way, and for as long as staff check one.
 */
export function usePaymentStatus(journey: PurchaseJourney) {
  const [outcome, setOutcome] = useState<Outcome>({ looks: 0, attempt: null, trouble: '' })
  /** Which look is wanted; the effect below takes it. */
  const [{ wanted, isByItself }, want] = useState<Wanted>({ wanted: 1, isByItself: false })
  const { looks, attempt, trouble } = outcome
  const { isWaiting } = paymentView(journey, attempt)
  const isInReview = Boolean(journey.openPayment?.review)
  const isLooking = looks < wanted

  useEffect(() => {
    let isCurrent = true
    void checkPayment({ isQuiet: isByItself }).then((answer) => {
      if (!isCurrent) return
      setOutcome((before) => ({
        looks: wanted,
        // Without an answer the journey, which has just been loaded, says it all.
        attempt: answer?.ok ? answer.value : answer && before.attempt,
        trouble: answer && !answer.ok ? failureMessage(answer.failure) : '',
      }))
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, isByItself])

  useEffect(() => {
    const pauseMs = isInReview ? REVIEW_MS : isWaiting ? LOOK_AGAIN_MS[looks - 1] : undefined
    if (isLooking || pauseMs === undefined) return
    const timer = setTimeout(() => want(next(looks)), pauseMs)
    return () => clearTimeout(timer)
  }, [isInReview, isWaiting, isLooking, looks])

  useEffect(() => {
    // Several of these come together; while one look is under way there is no other.
    const look = () => {
      if (document.visibilityState === 'visible') want(next(looks))
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) look()
    }
    addEventListener('pageshow', onPageShow)
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('pageshow', onPageShow)
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [looks])

  return {
    attempt,
    /** It has been asked for at least once. */
    isKnown: looks > 0,
    isLooking,
    /** Why the provider could not be asked; empty while it could. */
    trouble,
    look: () => want({ wanted: looks + 1, isByItself: false }),
  }
}

/** The next look, where none is under way. */
const next = (looks: number) => (before: Wanted) =>
  before.wanted > looks ? before : { wanted: looks + 1, isByItself: true }
