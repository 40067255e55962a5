import { openState, type OpenPlace } from '#lib/service/opening-hours.ts'

/** What stands in `data-place` of an element about a dealer. */
export interface PlaceData extends OpenPlace {
  latitude: number
  longitude: number
}

export const placeOf = (element: HTMLElement): PlaceData =>
  JSON.parse(element.dataset.place!) as PlaceData

const MINUTE_MS = 60_000

/** Says at each dealer of the page whether it is open, now and with each minute. */
export function showOpenStates(): void {
  const show = () => {
    const nowMs = Date.now()
    for (const element of document.querySelectorAll<HTMLElement>('[data-place]')) {
      const place = placeOf(element)
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
