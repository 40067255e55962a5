import type { ComponentType } from 'react'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import type { ScreenProps } from './seller.ts'

// What checks what is typed brings the contract's shapes along, and making those takes a phone's processor long: these
// are fetched when they are opened.

const late = (load: () => Promise<ComponentType<ScreenProps>>, text: string) =>
  function LateScreen(props: ScreenProps) {
    return <LazyComponent load={load} text={text} props={props} />
  }

export const LateProfile = late(
  async () => (await import('./profile/Profile.tsx')).Profile,
  'Loading your profile',
)
export const LateCreateAccount = late(
  async () => (await import('./sign-in/CreateAccount.tsx')).CreateAccount,
  'Opening the form',
)
export const LateForgottenPassword = late(
  async () => (await import('./sign-in/ForgottenPassword.tsx')).ForgottenPassword,
  'Opening the form',
)

const loadAgreement = async () => (await import('./purchases/Agreement.tsx')).Agreement
export const LateAgreement = (props: { id: string }) => (
  <LazyComponent load={loadAgreement} text="Loading the agreement" props={props} />
)
