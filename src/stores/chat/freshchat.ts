import { loadScript, type ChatAccount, type ChatWidget } from './chat-widget.ts'

/** As much of Freshchat's browser API as we use. */
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
  isThere: () => api() !== undefined && api()!.isInitialized?.() !== false,
  tell({ customerId, firstName, lastName, email }) {
    api()?.setExternalId(String(customerId))
    api()?.user.setProperties({ firstName, lastName, email, customerId: String(customerId) })
  },
  forget: () => void Promise.resolve(api()?.user.clear()).catch(() => {}),
})
