import { useEffect } from 'react'
import { PASSKEY_ADDED } from '#lib/sign-in/passkeys-here.ts'
import { $isPasskeyOffered, dismissOffer, offerPasskey } from '#stores/sign-in/passkey-offer.ts'
import { addPasskey } from '#stores/sign-in/lazy-passkeys.ts'
import { $isActing } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { PasskeyOffer } from '#ui/sign-in/PasskeyOffer.tsx'

/** Offers the customer a passkey, once on this device. */
export function OfferedPasskey() {
  const isOffered = useIslandStore($isPasskeyOffered, false)
  const isActing = useIslandStore($isActing, false)
  useEffect(() => {
    if (!isActing) void offerPasskey()
  }, [isActing])
  if (!isOffered || isActing) return null
  return (
    <PasskeyOffer
      add={() => addPasskey({})}
      settingsHref={paths.customer('profile')}
      onDone={(isAdded) => {
        dismissOffer()
        if (isAdded) addToast({ kind: 'success', text: PASSKEY_ADDED })
      }}
    />
  )
}
