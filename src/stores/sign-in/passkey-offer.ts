import { atom, readonlyType } from 'nanostores'
import { canKeepPasskeys } from '#lib/sign-in/passkeys-here.ts'
import { persistentAtom } from '#stores/site/storage.ts'

const $stored = persistentAtom<string | undefined>('passkey-offered:1', undefined)
const $writable = atom(false)

/** Whether a passkey is offered on this page now. */
export const $isPasskeyOffered = readonlyType($writable)

/** This device has a passkey, or was offered one: it is not offered again. */
export const noteOffered = () => $stored.set('yes')

export const dismissOffer = () => $writable.set(false)

/** Offers a passkey to the person who is signed in, once on each device that can keep one. It stays until the page is left. */
export async function offerPasskey(): Promise<void> {
  if ($stored.get() !== undefined || !(await canKeepPasskeys())) return
  noteOffered()
  $writable.set(true)
}
