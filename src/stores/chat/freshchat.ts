import { loadScript, type ChatAccount, type ChatWidget } from './chat-widget.ts'

/** The part of Freshchat's browser API that we use. */
interface FcWidget {
  init(settings: { token: string; host: string }): void
  isInitialized?(): boolean
  setExternalId(id: string): void
  user: {
    setProperties(properties: Record<string, string>): unknown
    clear(): Promise<unknown> | void
  }
}
const api = () => (window as { fcWidget?: FcWidget }).fcWidget

/** @see https://developers.freshchat.com/web-sdk/ */
export const freshchat = ({ id, url }: ChatAccount): ChatWidget => ({
  load: () => loadScript(`${url}/js/widget.js`, () => api()?.init({ token: id, host: url })),
  isReady: () => api() !== undefined && api()!.isInitialized?.() !== false,
  identify({ customerId, firstName, lastName, email }) {
    api()?.setExternalId(String(customerId))
    api()?.user.setProperties({ firstName, lastName, email, customerId: String(customerId) })
  },
  reset: () => void Promise.resolve(api()?.user.clear()).catch(() => {}),
})
