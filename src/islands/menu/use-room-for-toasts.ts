import { useEffect, useRef, type RefObject } from 'react'

const GAP_PX = 8

/**
 * Moves the open menu below the toasts that would cover its fields. The specification fixes the place of the toasts.
 *
 * @returns A ref for an element inside the menu's panel.
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
      // Its layout position: while opening it is animated.
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
