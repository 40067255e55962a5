import { distanceKm, formatDistance, type Place } from '#lib/addresses/places.ts'
import { postcodeArea } from '#lib/addresses/postcode-areas.ts'
import { placeOf } from './open-states.ts'

/** How far each dealer is, the nearest first. A place is worked with here and sent nowhere. */

const list = document.querySelector<HTMLElement>('[data-dealers]')!
const postcode = document.querySelector<HTMLInputElement>('#postcode')!
const said = document.querySelector<HTMLElement>('[data-near-said]')!
const filter = document.querySelector<HTMLSelectElement>('[data-region-filter]')!

export const say = (words: string, isFault = false) => {
  said.textContent = words
  said.classList.toggle('field__error', isFault)
  if (isFault) postcode.setAttribute('aria-invalid', 'true')
  else postcode.removeAttribute('aria-invalid')
}

const nearestFirst = (from: Place, words: string) => {
  const dealers = [...list.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
    element,
    km: distanceKm(from, placeOf(element)),
  }))
  dealers.sort((a, b) => a.km - b.km)
  for (const { element, km } of dealers)
    element.querySelector('[data-distance]')!.textContent = formatDistance(km)
  list.replaceChildren(...dealers.map(({ element }) => element))
  // The nearest may be in another region.
  filter.value = ''
  const [nearest] = dealers
  say(`${words} Nearest: ${nearest!.element.querySelector('h2')!.textContent.trim()}.`)
}

/** Orders the dealers by the postcode that was typed. */
export function findByPostcode(): void {
  const area = postcodeArea(postcode.value)
  if (area)
    nearestFirst(area, `Straight-line distances from about ${area.town}, nearest dealer first.`)
  else {
    const typed = postcode.value.trim()
    say(
      /^\d{4}$/.test(typed)
        ? `We do not know the postcode ${typed}. Please check it, or choose a region`
        : 'Please enter a New Zealand postcode of four digits, for example 6011',
      true,
    )
    postcode.focus()
  }
}

const REFUSALS: Record<number, string> = {
  1: 'Your browser did not share your location. You can enter a postcode instead.',
  2: 'Your location could not be found. You can enter a postcode instead.',
  3: 'Finding your location took too long. You can enter a postcode instead.',
}

/** Orders the dealers by where the visitor is, if they let the browser tell. */
export function findByPlace(button: HTMLButtonElement): void {
  button.setAttribute('aria-busy', 'true')
  say('Finding your location…')
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      button.removeAttribute('aria-busy')
      nearestFirst(coords, 'Straight-line distances from where you are, nearest dealer first.')
    },
    ({ code }) => {
      button.removeAttribute('aria-busy')
      say(REFUSALS[code] ?? REFUSALS[2]!)
    },
    { timeout: 15_000, maximumAge: 600_000 },
  )
}
