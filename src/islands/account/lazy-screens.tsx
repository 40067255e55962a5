import type { ComponentType } from 'react'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import type { ScreenProps } from './screen-props.ts'

// Screens with forms need the contract's shapes, which take a phone long to build, so they load when they are opened.

const lazy = (load: () => Promise<ComponentType<ScreenProps>>, text: string) =>
  function LazyScreen(props: ScreenProps) {
    return <LazyComponent load={load} text={text} props={props} />
  }

export const LazyProfile = lazy(
  async () => (await import('./profile/Profile.tsx')).Profile,
  'Loading your profile',
)
export const LazyCreateAccount = lazy(
  async () => (await import('./sign-in/CreateAccount.tsx')).CreateAccount,
  'Loading the form',
)
export const LazyForgottenPassword = lazy(
  async () => (await import('./sign-in/ForgottenPassword.tsx')).ForgottenPassword,
  'Loading the form',
)

const loadAgreement = async () => (await import('./purchases/Agreement.tsx')).Agreement
export const LazyAgreement = (props: { id: string }) => (
  <LazyComponent load={loadAgreement} text="Loading the agreement" props={props} />
)
