const MAIN_ACTIONS = 'main .button:not(.button--quiet)'
/** Bars at the foot of the window. The button floats above them, and meets them only at the end of a page. */
const BARS = '.buy, .builder__bar'
/** In the builder the button is in the bar, and would stay behind over the footer. */
const FOOTER = 'body:has(.builder__bar) .site-footer'
/** How near the message button comes to a main action, and to one in a bar, before it makes way. */
const NEAR_PX = 200
const NEAR_BAR_PX = 8
/** An area of the page has drawn its buttons by then. */
const DRAWN_MS = 300

/**
 * Marks the floating message button with `data-aside` while a main action is within 200 pixels of it.
 *
 * @returns Stops it.
 */
export function stepAside(button: HTMLElement): () => void {
  const near = new Set<Element>()
  let observers: IntersectionObserver[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const report = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) near.add(target)
      else near.delete(target)
    button.toggleAttribute('data-aside', near.size > 0)
    button.toggleAttribute(
      'data-over-footer',
      [...near].some((part) => part.matches(FOOTER)),
    )
  }
  const watchAll = () => {
    const [far, close] = observers
    for (const action of document.querySelectorAll(MAIN_ACTIONS))
      (action.closest(BARS) ? close : far)?.observe(action)
    for (const footer of document.querySelectorAll(FOOTER)) close?.observe(footer)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const observer of observers) observer.disconnect()
  }
  const begin = () => {
    stop()
    near.clear()
    const { top, right, bottom, left } = button.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const margins = [top, clientWidth - right, clientHeight - bottom, left]
    observers = [NEAR_PX, NEAR_BAR_PX].map((nearPx) => {
      const rootMargin = margins.map((px) => `${Math.round(nearPx - px)}px`).join(' ')
      return new IntersectionObserver(report, { rootMargin })
    })
    watchAll()
  }

  begin()
  const changes = new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(watchAll, DRAWN_MS)
  })
  changes.observe(document.querySelector('main') ?? document.body, {
    childList: true,
    subtree: true,
  })
  window.addEventListener('resize', begin)
  return () => {
    stop()
    changes.disconnect()
    window.removeEventListener('resize', begin)
  }
}
