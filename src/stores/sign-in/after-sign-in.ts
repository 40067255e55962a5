import { keepPendingAction, type PendingAction } from './pending-action.ts'
import { $customer } from '#stores/session/session.ts'
import { $signInPrompt, askToSignIn } from './sign-in-prompt.ts'

let forget = () => {}

/**
 * Asks the visitor to sign in, and continues their action once they have. The action is dropped when they close the
 * prompt, and when they start another one.
 *
 * @param reason The sentence in the prompt: why it is needed, and that nothing is lost.
 * @param pending The action to store, for a visitor who first has to create an account on another page.
 */
export function afterSignIn(
  reason: string,
  goOn: () => void,
  pending: PendingAction | null = null,
) {
  forget()
  askToSignIn(reason)
  keepPendingAction(pending)
  const stops = [
    $customer.listen((customer) => {
      if (!customer) return
      forget()
      goOn()
    }),
    $signInPrompt.listen((prompt) => {
      if (prompt !== reason) forget()
    }),
  ]
  forget = () => {
    for (const stop of stops) stop()
    keepPendingAction(null)
  }
}
