import { openState, type OpenPlace } from '#lib/service/opening-hours.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

/** The data in `data-place` of a dealer's element. */
export interface DealerData extends OpenPlace {
  latitude: number
  longitude: number
}

export const dealerData = (element: HTMLElement): DealerData =>
  JSON.parse(element.dataset.place!) as DealerData

/** Shows at each dealer whether it is open, and updates that every minute. */
export function showOpenStates(): void {
  const show = () => {
    const nowMs = Date.now()
    for (const element of document.querySelectorAll<HTMLElement>('[data-place]')) {
      const place = dealerData(element)
      const state = element.querySelector<HTMLElement>('[data-open-state]')
      const { isOpen, words } = openState(place, nowMs)
      if (state && state.textContent !== words) {
        state.textContent = words
        state.dataset.openState = isOpen ? 'open' : 'closed'
      }
    }
  }
  show()
  setInterval(show, MINUTE_MS)
}
