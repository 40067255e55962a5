import type { Page } from '@playwright/test'
import type { Step } from './journey-steps.ts'

/** What a page told of itself; times in milliseconds since 1970. */
export type Fact =
  | { kind: 'press'; atMs: number }
  /** A press or a key, and how long it took until the next frame was painted. */
  | { kind: 'frame'; atMs: number; frameMs: number; what: string }
  /** A screen can be used. */
  | { kind: 'usable'; atMs: number; screen: string }

type Screen = Pick<Step, 'screen' | 'isAt'>

/** What a page tells from now on, over all the documents that it opens. */
export async function watch(page: Page, screens: Screen[]): Promise<Fact[]> {
  const facts: Fact[] = []
  await page.exposeBinding('tell', (_source, fact: Fact) => void facts.push(fact))
  await page.addInitScript(
    watchDocument,
    screens.map(({ screen, isAt }) => ({ screen, isAt })),
  )
  return facts
}

/** Runs in the page. */
function watchDocument(screens: Screen[]): void {
  const { tell } = window as unknown as { tell(fact: Fact): void }
  const at = (ms: number) => performance.timeOrigin + ms
  addEventListener('click', ({ timeStamp }) => tell({ kind: 'press', atMs: at(timeStamp) }), true)

  const tellFrames = (list: PerformanceEntry[]) => {
    for (const { name, startTime, duration, interactionId } of list as PerformanceEventTiming[])
      if (interactionId > 0)
        tell({ kind: 'frame', atMs: at(startTime), frameMs: duration, what: name })
  }
  const observer = new PerformanceObserver((list) => tellFrames(list.getEntries()))
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  addEventListener('pagehide', () => tellFrames(observer.takeRecords()))

  const isUsable = ({ isAt: { path, hash, usable } }: Screen) => {
    if (!(path === '/' ? location.pathname === path : location.pathname.startsWith(path)))
      return false
    if (hash && !location.hash.endsWith(`/${hash}`)) return false
    const element = document.querySelector<HTMLElement>(usable)
    return (
      element?.checkVisibility() && !element.matches(':disabled, [aria-disabled=true], [inert] *')
    )
  }
  let shown = ''
  const look = () => {
    const screen = screens.find(isUsable)?.screen ?? ''
    if (screen && screen !== shown)
      setTimeout(() => tell({ kind: 'usable', atMs: at(performance.now()), screen }))
    shown = screen || shown
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
