import { useEffect, useRef, type RefObject } from 'react'

const GAP_PX = 8

/**
 * Has the open menu begin below the messages that would lie over it: they stay where the specification puts them, and
 * its fields stay uncovered.
 *
 * @returns Belongs on an element of the menu's panel.
 */
export function useRoomForToasts(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const panel = root.current?.closest<HTMLElement>('.menu__panel')
    const toasts = document.querySelector('.toasts')
    if (!panel || !toasts) return
    let roomPx = 0
    const makeRoom = () => {
      const over = toasts.getBoundingClientRect()
      const own = panel.getBoundingClientRect()
      const isBeside = over.right <= own.left || over.left >= own.right
      // Where it is laid out: on opening it still moves.
      const parentTopPx = panel.offsetParent?.getBoundingClientRect().top ?? 0
      const topPx = parentTopPx + panel.offsetTop - roomPx
      roomPx = over.height === 0 || isBeside ? 0 : Math.max(0, over.bottom + GAP_PX - topPx)
      panel.style.setProperty('--room-for-toasts', `${roomPx}px`)
    }
    const observer = new ResizeObserver(makeRoom)
    observer.observe(toasts)
    window.addEventListener('resize', makeRoom)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', makeRoom)
      panel.style.removeProperty('--room-for-toasts')
    }
  }, [])
  return root
}
