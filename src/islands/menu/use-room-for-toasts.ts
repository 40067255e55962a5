import { useEffect, type RefObject } from 'react'

const GAP_PX = 8

/**
 * Has an open panel begin below the messages that would lie over it: they stay where the specification puts them, and
 * its fields stay uncovered.
 */
export function useRoomForToasts(panel: RefObject<HTMLElement | null>, isOpen: boolean) {
  useEffect(() => {
    const element = panel.current
    const toasts = document.querySelector('.toasts')
    if (!isOpen || !element || !toasts) return
    let roomPx = 0
    const makeRoom = () => {
      const over = toasts.getBoundingClientRect()
      const own = element.getBoundingClientRect()
      const isBeside = over.right <= own.left || over.left >= own.right
      // Where it is laid out: on opening it still moves.
      const parentTopPx = element.offsetParent?.getBoundingClientRect().top ?? 0
      const topPx = parentTopPx + element.offsetTop - roomPx
      roomPx = over.height === 0 || isBeside ? 0 : Math.max(0, over.bottom + GAP_PX - topPx)
      element.style.setProperty('--room-for-toasts', `${roomPx}px`)
    }
    const observer = new ResizeObserver(makeRoom)
    observer.observe(toasts)
    window.addEventListener('resize', makeRoom)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', makeRoom)
      element.style.removeProperty('--room-for-toasts')
    }
  }, [panel, isOpen])
}
