import { failureMessage, type Result } from '#lib/api/failure.ts'
import { addToast } from '#stores/site/toasts.ts'

/** Says whether a device is signed out. */
export function toastSignOut(answer: Result<unknown>, text: string): void {
  if (answer.ok) addToast({ kind: 'success', text })
  else {
    const why = failureMessage(answer.failure)
    addToast({ kind: 'warning', text: `Failed to sign out: ${why}` })
  }
}
