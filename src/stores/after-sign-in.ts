import { $customer } from './session.ts'
import { $signInPrompt, askToSignIn } from './sign-in-prompt.ts'

let forget = () => {}

/**
 * Asks the visitor to sign in, and goes on with what they wanted once they have. It is forgotten when they close the
 * prompt, and when they want something else meanwhile.
 *
 * @param reason Said in the prompt: what it is for, and that nothing is lost.
 */
export function afterSignIn(reason: string, goOn: () => void) {
  forget()
  askToSignIn(reason)
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
  }
}
