import { pageNowMs, refreshOnce } from './refresh.ts'
import { $session, catchUp } from './session.ts'

/** The shortest pause after a refresh, even if it got no answer or the token lasts less than a minute. */
const AGAIN_MS = 10_000
/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Later than the server ends a session of staff without a refresh (decision 5): the page then shows that, and nothing else. */
const STAFF_IDLE_MS = 60 * 60_000
/** What shows that a person is there. */
const SIGNS_OF_USE = ['pointerdown', 'keydown'] as const

/**
 * Keeps the session fresh: by a timer at the exact time (decision 72; one tab refreshes in the tabs' lock, the others see
 * the new token), and whenever the page wakes up, since timers sleep with it. Where staff have not used the page since the
 * last refresh, it waits until they do.
 *
 * @returns Stops it.
 */
export function keepFresh(refresh = refreshOnce, nowMs = pageNowMs): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [isUsed, isWaiting] = [true, false]
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
    isWaiting = !isUsed && $session.get().user?.type === 'STAFF'
    if (isWaiting) {
      clearTimeout(timer)
      timer = setTimeout(refresh, STAFF_IDLE_MS)
      return
    }
    isUsed = false
    await refresh()
    plan(AGAIN_MS)
  }
  const use = () => {
    isUsed = true
    if (isWaiting) void wake()
  }
  const onShow = () => {
    isUsed = true
    void wake()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') onShow()
  }
  const stopListening = $session.subscribe(({ token }, previous) => {
    if (previous && token?.access_token === previous.token?.access_token) return
    // A refresh in any tab follows what was used until then: each tab’s use keeps the session for one more time only.
    if (previous) isUsed = false
    plan()
  })
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', onShow)
  for (const sign of SIGNS_OF_USE) document.addEventListener(sign, use, { passive: true })
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', onShow)
    for (const sign of SIGNS_OF_USE) document.removeEventListener(sign, use)
  }
}
