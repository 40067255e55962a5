import { distanceKm, formatDistance, type Position } from '#lib/addresses/distance.ts'
import { postcodeArea } from '#lib/addresses/postcode-areas.ts'
import { dealerData } from './open-states.ts'

/** Sorts the dealers by distance. The visitor's location stays in the browser. */

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

const showNearestFirst = (from: Position, words: string) => {
  const dealers = [...list.querySelectorAll<HTMLElement>('[data-place]')].map((element) => ({
    element,
    km: distanceKm(from, dealerData(element)),
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

/** Sorts the dealers by distance from the typed postcode. */
export function findByPostcode(): void {
  const area = postcodeArea(postcode.value)
  if (area)
    showNearestFirst(
      area,
      `Approximate straight-line distances from ${area.town}, nearest dealer first.`,
    )
  else {
    const typed = postcode.value.trim()
    say(
      /^\d{4}$/.test(typed)
        ? `We couldn’t find the postcode ${typed}. Check it, or choose a region`
        : 'Please enter a four-digit New Zealand postcode, for example 6011',
      true,
    )
    postcode.focus()
  }
}

const REFUSALS: Record<number, string> = {
  1: 'Your browser didn’t share your location. Enter a postcode instead.',
  2: 'We couldn’t find your location. Enter a postcode instead.',
  3: 'Finding your location took too long. Enter a postcode instead.',
}

/** Sorts the dealers by distance from the visitor, if the browser may share the location. */
export function findByLocation(button: HTMLButtonElement): void {
  button.setAttribute('aria-busy', 'true')
  say('Finding your location…')
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      button.removeAttribute('aria-busy')
      showNearestFirst(coords, 'Straight-line distances from you, nearest dealer first.')
    },
    ({ code }) => {
      button.removeAttribute('aria-busy')
      say(REFUSALS[code] ?? REFUSALS[2]!)
    },
    { timeout: 15_000, maximumAge: 600_000 },
  )
}
