import type { ComponentType } from 'react'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import type { ScreenProps } from './seller.ts'

// What checks what is typed brings the contract's shapes along, and making those takes a phone's processor long: these
// are fetched when they are opened.

const lazyScreen = (load: () => Promise<ComponentType<ScreenProps>>, text: string) =>
  function LazyScreen(props: ScreenProps) {
    return <LazyComponent load={load} text={text} props={props} />
  }

export const LazyProfile = lazyScreen(
  async () => (await import('./profile/Profile.tsx')).Profile,
  'Loading your profile',
)
export const LazyCreateAccount = lazyScreen(
  async () => (await import('./sign-in/CreateAccount.tsx')).CreateAccount,
  'Opening the form',
)
export const LazyForgottenPassword = lazyScreen(
  async () => (await import('./sign-in/ForgottenPassword.tsx')).ForgottenPassword,
  'Opening the form',
)

const loadAgreement = async () => (await import('./purchases/Agreement.tsx')).Agreement
export const LazyAgreement = (props: { id: string }) => (
  <LazyComponent load={loadAgreement} text="Loading the agreement" props={props} />
)
