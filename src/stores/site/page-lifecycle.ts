/** A queue of unsent changes, and the ways to send it. */
interface Queue {
  isEmpty: () => boolean
  sendSoon: () => unknown
  /** For a page that ends. */
  sendLast: () => unknown
}

/**
 * Sends a queue when there is a connection again, when the page is hidden, and once as the page is left.
 *
 * @returns Stops it.
 */
export function flushOnPageLifecycle({ isEmpty, sendSoon, sendLast }: Queue): () => void {
  let hasLeft = false
  const onOnline = () => {
    if (!isEmpty()) void sendSoon()
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') onOnline()
  }
  const onLeaving = () => {
    if (hasLeft || isEmpty()) return
    hasLeft = true
    void sendLast()
  }
  // A page that comes back from the browser's memory can be left again.
  const onShown = () => {
    hasLeft = false
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('pagehide', onLeaving)
  window.addEventListener('pageshow', onShown)
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    window.removeEventListener('online', onOnline)
    window.removeEventListener('pagehide', onLeaving)
    window.removeEventListener('pageshow', onShown)
    document.removeEventListener('visibilitychange', onHidden)
  }
}
