import type { ComponentType } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import type { SubStep } from '#lib/purchases/journey-steps.ts'
import { $accessToken } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { Confirmation } from './Confirmation.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import { EmailVerification } from './EmailVerification.tsx'
import { SavePurchase } from './SavePurchase.tsx'
import { SignIn } from './SignIn.tsx'

const SCREENS: Partial<Record<SubStep, ComponentType>> = {
  'contact-details': ContactDetails,
  'email-verification': EmailVerification,
  'sign-in': SignIn,
  confirmation: Confirmation,
}

/** The owner (decision 27): contact details, verified email address and, once the purchase is saved, confirmation. */
export function OwnerDetails() {
  const { journey, route } = useJourneyPage()
  const isSignedIn = useIslandStore($accessToken, null) !== null

  // Once signed in, only saving the purchase is left.
  if (journey.id === NEW_JOURNEY_ID && isSignedIn) return <SavePurchase />
  const Screen = SCREENS[route.subStep] ?? ContactDetails
  return <Screen />
}
