import { loadScript, type ChatAccount, type ChatWidget } from './chat-widget.ts'

/** Intercom's one function. Until the script has loaded, ours keeps the calls in `q`. */
interface Intercom {
  (...call: unknown[]): void
  q?: unknown[][]
}
const page = () => window as { Intercom?: Intercom; intercomSettings?: object }

/** @see https://developers.intercom.com/installing-intercom/web/methods */
export const intercom = ({ id, url }: ChatAccount): ChatWidget => {
  const settings = { app_id: id, api_base: url }
  return {
    load() {
      const waiting: Intercom = (...call) => void waiting.q!.push(call)
      waiting.q = []
      page().Intercom = waiting
      page().intercomSettings = settings
      waiting('boot', settings)
      loadScript(`https://widget.intercom.io/widget/${id}`)
    },
    isReady: () => page().Intercom !== undefined && page().Intercom!.q === undefined,
    // No `user_id` or `email`: Intercom opens the conversations of a person to any browser that names them by either,
    // unless the server signs it. Attributes of our own stay with this browser's visitor.
    identify: ({ customerId, firstName, lastName, email }) =>
      page().Intercom?.('update', {
        name: `${firstName} ${lastName}`,
        first_name: firstName,
        last_name: lastName,
        customer_email: email,
        customer_id: String(customerId),
      }),
    reset() {
      page().Intercom?.('shutdown')
      page().Intercom?.('boot', settings)
    },
  }
}
