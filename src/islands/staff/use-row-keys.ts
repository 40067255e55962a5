import { useEffect, type RefObject } from 'react'

/**
 * Lets the arrow keys go from a search field through the rows of its result, and Escape back.
 *
 * @param screen Contains the rows, whose links or buttons are marked `data-row-action`.
 * @param start The field or link before the list.
 */
export function useRowKeys(
  screen: RefObject<HTMLElement | null>,
  start: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const actions = screen.current?.querySelectorAll<HTMLElement>('[data-row-action]') ?? []
      const moved = start.current && stopForKey([start.current, ...actions], event)
      if (!moved) return
      event.preventDefault()
      moved.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen, start])
}

/** The stop that a key goes to from the focused one; none for keys with another meaning there. */
function stopForKey(stops: HTMLElement[], event: KeyboardEvent): HTMLElement | undefined {
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
