import type { ComponentType } from 'react'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
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
const Form = lazy(
  async () => (await import('./sign-in/CreateAccount.tsx')).CreateAccount,
  'Loading the form',
)
/** The landscape that belongs to it (DoorScene.astro) is there before the form. */
export const LazyCreateAccount = (props: ScreenProps) => (
  <div className="account__doors">
    <Form {...props} />
  </div>
)
export const LazyForgottenPassword = lazy(
  async () => (await import('./sign-in/ForgottenPassword.tsx')).ForgottenPassword,
  'Loading the form',
)

const loadInvitation = async () => (await import('./shared/Invitation.tsx')).Invitation
export const LazyInvitation = (props: { linkKey: string }) => (
  <LazyComponent load={loadInvitation} text="Opening the invitation" props={props} />
)

const loadShared = async () => (await import('./shared/SharedPurchase.tsx')).SharedPurchase
export const LazySharedPurchase = (props: { id: string }) => (
  <LazyComponent load={loadShared} text="Opening the purchase" props={props} />
)

const loadAgreement = async () => (await import('./purchases/Agreement.tsx')).Agreement
export const LazyAgreement = (props: { id: string }) => (
  <LazyComponent load={loadAgreement} text="Loading the agreement" props={props} />
)
