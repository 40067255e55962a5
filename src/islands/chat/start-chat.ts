import { loadModule } from '#lib/api/load-module.ts'
import { keepDataLayer } from '#stores/chat/analytics.ts'

const loadVendor = () => import('#stores/chat/chat.ts')
const loadStepAside = async () => (await import('./step-aside.ts')).stepAside

/** Where the button floats over the page, as in chat.css. */
const FLOATS = '(width >= 720px) and (height >= 320px)'

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
  const stops = [keepDataLayer()]
  let isStopped = false
  const floats = matchMedia(FLOATS)
  const makeRoom = async () => {
    if (!button || !floats.matches) return
    floats.removeEventListener('change', makeRoom)
    const part = await loadModule(loadStepAside)
    if (part.ok && !isStopped) stops.push(part.value(button))
  }
  floats.addEventListener('change', makeRoom)
  void makeRoom()
  return () => {
    isStopped = true
    floats.removeEventListener('change', makeRoom)
    stops.forEach((stop) => stop())
  }
}
