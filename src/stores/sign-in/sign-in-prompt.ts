import { atom, readonlyType } from 'nanostores'

const $writable = atom<string | null>(null)

/** Why the visitor is asked to sign in, while an action waits for it. The menu opens with this sentence. */
export const $signInPrompt = readonlyType($writable)

/** Opens the sign-in of the menu, with the reason; `null` when it is no longer wanted. */
export const askToSignIn = (reason: string | null) => $writable.set(reason)
