import { loadModule } from '#lib/api/load-module.ts'
import { keepDataLayer } from '#stores/chat/analytics.ts'
import { stepAside } from './step-aside.ts'

const loadVendor = () => import('#stores/chat/chat.ts')

/**
 * What a page does about its visitors once it is awake: the data layer, a vendor's chat, the room for main actions.
 *
 * @param button Leaves a message, where there is one.
 * @param isOffered `false` on pages for staff.
 * @returns Stops it.
 */
export function startChat(button: HTMLElement | null, isOffered: boolean): () => void {
  if (isOffered && document.documentElement.dataset.chat !== undefined)
    void loadModule(loadVendor).then((chat) => (chat.ok ? chat.value.startChat() : undefined))
  const stops = [keepDataLayer(), ...(button ? [stepAside(button)] : [])]
  return () => stops.forEach((stop) => stop())
}
