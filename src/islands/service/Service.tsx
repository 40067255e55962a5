import './service.css'
import { useEffect } from 'react'
import { hrefOf, parseServiceHash, resolveBookingStep } from '#lib/service/steps.ts'
import { $hasEndedDrafts } from '#stores/session/ended-session.ts'
import { $accountAccess, WHOLE_ACCOUNT } from '#stores/session/rights.ts'
import { $session } from '#stores/session/session.ts'
import { askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { replaceRoute, useHash } from '#ui/hooks/use-hash.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import { BookingScreen } from './BookingScreen.tsx'
import { BookingSteps } from './BookingSteps.tsx'
import { ChangeScreen } from './ChangeScreen.tsx'
import { ConfirmScreen } from './ConfirmScreen.tsx'
import { Landing } from './Landing.tsx'
import type { ServiceData } from './service-data.ts'
import { useBookingDraft } from './use-booking-draft.ts'

/** Service booking, mounted by its page: `<Service client:load {...data} />`. It begins with the vehicle chooser. */
export function Service(data: ServiceData) {
  const isHydrated = useIsHydrated()
  return isHydrated ? <Area {...data} /> : <Landing {...data} isWaiting />
}

function Area(data: ServiceData) {
  const route = parseServiceHash(useHash())
  const wanted = route.screen === 'step' ? route.step : 'vehicle'
  const step = resolveBookingStep(wanted, useBookingDraft(data.outlets).facts)
  const { bookings: mayBook } = useIslandStore($accountAccess, WHOLE_ACCOUNT)
  const isSomethingLeft = useIslandStore($hasEndedDrafts, false)
  // A step that cannot be opened, as by Back after booking, is replaced in the address. After a session that ended, the
  // draft opens it again.
  useEffect(() => {
    if (step !== wanted && !isSomethingLeft) replaceRoute(hrefOf(step))
  }, [step, wanted, isSomethingLeft])
  useEffect(
    () =>
      $session.listen(({ hasEnded }, before) => {
        if (hasEnded && before?.token) askToSignIn('Sign in to continue. We’ve kept your choices.')
      }),
    [],
  )
  if (!mayBook) return <Landing {...data} isClosed />
  if (route.screen === 'booking')
    return (
      <BookingScreen key={route.bookingId} bookingId={route.bookingId} bookingKey={route.key} />
    )
  if (route.screen === 'confirm')
    return (
      <ConfirmScreen key={route.bookingId} bookingId={route.bookingId} confirmKey={route.key} />
    )
  if (route.screen === 'change')
    return (
      <ChangeScreen
        key={route.bookingId}
        bookingId={route.bookingId}
        bookingKey={route.key}
        {...data}
      />
    )
  return step === 'vehicle' ? <Landing {...data} /> : <BookingSteps {...data} step={step} />
}
