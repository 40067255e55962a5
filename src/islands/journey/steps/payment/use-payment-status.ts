import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { checkPayment } from '#stores/journey/journey.ts'
import { $purchaseSlice } from '#stores/journey/purchase-store.ts'
import { paymentView, type Attempt } from './payment-view.ts'

/** Pauses between checks of a payment that is on its way, in milliseconds. After them a button checks. */
const RECHECK_MS = [2_000, 4_000, 8_000, 15_000, 30_000]
/** The pause while staff check a payment, which takes them hours. */
const REVIEW_MS = 30_000

interface Outcome {
  /** The number of checks so far. */
  checks: number
  attempt: Attempt | null
  trouble: string
}

interface Wanted {
  wanted: number
  /** The buyer did not start it, so a failure is not shown. */
  isAutomatic: boolean
}

/**
 * Checks the last attempt with its provider, and reloads the journey: when the step opens, when its page is seen again,
 * a few times more while a payment is on its way, and for as long as staff check one.
 *
 * @param isReturn Whether the buyer comes from the provider's page.
 */
export function usePaymentStatus(journey: PurchaseJourney, isReturn: boolean) {
  const [outcome, setOutcome] = useState<Outcome>({ checks: 0, attempt: null, trouble: '' })
  /** The next check; the effect below runs it. */
  const [{ wanted, isAutomatic }, want] = useState<Wanted>({ wanted: 1, isAutomatic: false })
  const { checks, attempt, trouble } = outcome
  const { isWaiting } = paymentView(journey, attempt)
  const isInReview = Boolean(journey.openPayment?.review)
  const isChecking = checks < wanted
  const [hasNone] = useState(() => !isReturn && !$purchaseSlice.get().paymentSessions[journey.id])

  useEffect(() => {
    let isCurrent = true
    void checkPayment({ isQuiet: isAutomatic }).then((answer) => {
      if (!isCurrent) return
      setOutcome((before) => ({
        checks: wanted,
        // Without an answer the journey is enough: it has just been loaded.
        attempt: answer?.ok ? answer.value : answer && before.attempt,
        trouble: answer && !answer.ok ? failureMessage(answer.failure) : '',
      }))
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, isAutomatic])

  useEffect(() => {
    const pauseMs = isInReview ? REVIEW_MS : isWaiting ? RECHECK_MS[checks - 1] : undefined
    if (isChecking || pauseMs === undefined) return
    const timer = setTimeout(() => want(next(checks)), pauseMs)
    return () => clearTimeout(timer)
  }, [isInReview, isWaiting, isChecking, checks])

  useEffect(() => {
    // Several of these events come together; only one check runs at a time.
    const check = () => {
      if (document.visibilityState === 'visible') want(next(checks))
    }
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) check()
    }
    addEventListener('pageshow', onPageShow)
    addEventListener('focus', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      removeEventListener('pageshow', onPageShow)
      removeEventListener('focus', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [checks])

  return {
    attempt,
    /** A check has run, or this browser has no payment to check: the journey is enough until it is reloaded. */
    isKnown: checks > 0 || hasNone,
    isChecking,
    /** Why the provider could not be asked; empty otherwise. */
    trouble,
    /** The buyer asked for the last check, which had an answer. */
    isJustChecked: checks > 1 && !isChecking && !isAutomatic && trouble === '',
    check: () => want({ wanted: checks + 1, isAutomatic: false }),
  }
}

/** The next check, unless one is running. */
const next = (checks: number) => (before: Wanted) =>
  before.wanted > checks ? before : { wanted: checks + 1, isAutomatic: true }
