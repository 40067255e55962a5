import { useEffect, type RefObject } from 'react'

/**
 * The arrows go from where a list is asked for through the rows of its answer, and Escape back.
 *
 * @param screen What has the rows: their acts are marked `data-row-action`.
 * @param start The field, or the link, that the list is asked for with.
 */
export function useRowKeys(
  screen: RefObject<HTMLElement | null>,
  start: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const actions = screen.current?.querySelectorAll<HTMLElement>('[data-row-action]') ?? []
      const moved = start.current && moveAmong([start.current, ...actions], event)
      if (!moved) return
      event.preventDefault()
      moved.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen, start])
}

/** Where a key leads from what has the focus; nowhere for keys that mean something else there. */
function moveAmong(stops: HTMLElement[], event: KeyboardEvent): HTMLElement | undefined {
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const isAtStart = at === 0
  switch (event.key) {
    case 'ArrowDown':
      return stops[at + 1]
    case 'ArrowUp':
      return stops[at - 1]
    case 'Home':
      return isAtStart ? undefined : stops[1]
    case 'End':
      return isAtStart ? undefined : stops.at(-1)
    case 'Escape':
      return isAtStart ? undefined : stops[0]
    default:
      return undefined
  }
}
