/** How near the message button comes to a main action before it makes way. */
const NEAR_PX = 200
/** The action of a bar at the foot of the page is never covered: the button floats above it. */
const BARS = '.buy, .builder__bar'
const MAIN_ACTIONS = 'main .button:not(.button--quiet)'
/** An area of the page has drawn its buttons by then. */
const DRAWN_MS = 300

/**
 * Marks the floating message button with `data-aside` while a main action is within 200 pixels of it.
 *
 * @returns Stops it.
 */
export function stepAside(button: HTMLElement): () => void {
  const near = new Set<Element>()
  let observer: IntersectionObserver | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const watchAll = () => {
    for (const action of document.querySelectorAll(MAIN_ACTIONS))
      if (!action.closest(BARS)) observer?.observe(action)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(watchAll, DRAWN_MS)
  }
  const begin = () => {
    observer?.disconnect()
    near.clear()
    const { top, right, bottom, left } = button.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const margins = [top, clientWidth - right, clientHeight - bottom, left]
    observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) near.add(target)
          else near.delete(target)
        button.toggleAttribute('data-aside', near.size > 0)
      },
      { rootMargin: margins.map((px) => `${Math.round(NEAR_PX - px)}px`).join(' ') },
    )
    watchAll()
  }

  begin()
  const changes = new MutationObserver(soon)
  changes.observe(document.querySelector('main') ?? document.body, {
    childList: true,
    subtree: true,
  })
  window.addEventListener('resize', begin)
  return () => {
    clearTimeout(timer)
    observer?.disconnect()
    changes.disconnect()
    window.removeEventListener('resize', begin)
  }
}
