import { useEffect } from 'react'
import { PASSKEY_ADDED } from '#lib/sign-in/passkeys-here.ts'
import { $isPasskeyOffered, dismissOffer, offerPasskey } from '#stores/sign-in/passkey-offer.ts'
import { addPasskey } from '#stores/sign-in/lazy-passkeys.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { PasskeyOffer } from '#ui/sign-in/PasskeyOffer.tsx'
import { SIGN_IN } from './routes.ts'

/** Offers the member of staff a passkey, once on this device. */
export function OfferedPasskey() {
  const isOffered = useIslandStore($isPasskeyOffered, false)
  useEffect(() => void offerPasskey(), [])
  if (!isOffered) return null
  return (
    <PasskeyOffer
      add={() => addPasskey({})}
      settingsHref={SIGN_IN}
      onDone={(isAdded) => {
        dismissOffer()
        if (isAdded) addToast({ kind: 'success', text: PASSKEY_ADDED })
      }}
    />
  )
}
