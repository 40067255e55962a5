import { PASSKEY_ADDED } from '#lib/sign-in/passkeys-here.ts'
import { dismissOffer } from '#stores/sign-in/passkey-offer.ts'
import { addPasskey } from '#stores/sign-in/lazy-passkeys.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { PasskeyOffer } from '#ui/sign-in/PasskeyOffer.tsx'

/** Offers the customer a passkey, once on this device. */
export function OfferedPasskey() {
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
