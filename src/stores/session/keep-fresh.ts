import { pageNowMs, refreshOnce } from './refresh.ts'
import { $session, catchUp } from './session.ts'

/** The shortest pause after a refresh, even if it got no answer or the token lasts less than a minute. */
const AGAIN_MS = 10_000
/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Keeps the session fresh: by a timer at the exact time (decision 72; one tab refreshes in the tabs' lock, the others see
 * the new token), and whenever the page wakes up, since timers sleep with it.
 *
 * @returns Stops it.
 */
export function keepFresh(refresh = refreshOnce, nowMs = pageNowMs): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (notBeforeMs = 0) => {
    clearTimeout(timer)
    const { token } = $session.get()
    if (!token) return
    const restMs = token.refreshAt - nowMs()
    timer = setTimeout(wake, Math.min(Math.max(restMs, notBeforeMs), MAX_TIMER_MS))
  }
  const wake = async () => {
    catchUp()
    const { token } = $session.get()
    // Without a connection a refresh cannot succeed; `online` tries again.
    if (!token || !navigator.onLine) return
    if (nowMs() < token.refreshAt) return plan()
    await refresh()
    plan(AGAIN_MS)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') void wake()
  }
  const stopListening = $session.subscribe(({ token }, previous) => {
    if (token?.access_token !== previous?.token?.access_token || !previous) plan()
  })
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
  }
}
