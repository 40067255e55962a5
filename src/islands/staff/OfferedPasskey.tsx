import { PASSKEY_ADDED } from '#lib/sign-in/passkeys-here.ts'
import { dismissOffer } from '#stores/sign-in/passkey-offer.ts'
import { addPasskey } from '#stores/sign-in/lazy-passkeys.ts'
import { addToast } from '#stores/site/toasts.ts'
import { PasskeyOffer } from '#ui/sign-in/PasskeyOffer.tsx'
import { SIGN_IN } from './routes.ts'

/** Offers the member of staff a passkey, once on this device. */
export function OfferedPasskey() {
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
