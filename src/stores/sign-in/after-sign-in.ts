import { keepPendingAction, type PendingAction } from './pending-action.ts'
import { $customer } from '#stores/session/session.ts'
import { $signInPrompt, askToSignIn } from './sign-in-prompt.ts'

let forget = () => {}

/**
 * Asks the visitor to sign in, and goes on with what they wanted once they have. It is forgotten when they close the
 * prompt, and when they want something else meanwhile.
 *
 * @param reason Said in the prompt: what it is for, and that nothing is lost.
 * @param pending The same for whoever has to make an account first, on a page of its own.
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
