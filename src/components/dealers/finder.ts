import { distanceKm, formatDistance, type Place } from '#lib/domain/places.ts'
import { postcodeArea } from '#lib/domain/postcode-areas.ts'
import { placeOf, showOpenStates } from './open-states.ts'

/**
 * Wakes the list of dealers: whether each is open, and, when asked, how far it is, the nearest first. A place is worked
 * with here and sent nowhere.
 */

const list = document.querySelector<HTMLElement>('[data-dealers]')!
const form = document.querySelector<HTMLFormElement>('[data-near]')!
const postcode = form.querySelector('input')!
const locate = form.querySelector<HTMLButtonElement>('[data-locate]')!
const said = document.querySelector<HTMLElement>('[data-near-said]')!
const filter = document.querySelector<HTMLSelectElement>('[data-region-filter]')!

const say = (words: string, isFault = false) => {
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

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const area = postcodeArea(postcode.value)
  if (area)
    nearestFirst(area, `Straight-line distances from about ${area.town}, nearest dealer first.`)
  else {
    say('Please enter a New Zealand postcode of four digits, for example 6011', true)
    postcode.focus()
  }
})

const REFUSALS: Record<number, string> = {
  1: 'Your browser did not share your location. You can enter a postcode instead.',
  2: 'Your location could not be found. You can enter a postcode instead.',
  3: 'Finding your location took too long. You can enter a postcode instead.',
}

if (!('geolocation' in navigator)) locate.hidden = true
locate.addEventListener('click', () => {
  locate.setAttribute('aria-busy', 'true')
  say('Finding your location…')
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      locate.removeAttribute('aria-busy')
      nearestFirst(coords, 'Straight-line distances from where you are, nearest dealer first.')
    },
    ({ code }) => {
      locate.removeAttribute('aria-busy')
      say(REFUSALS[code] ?? REFUSALS[2]!)
    },
    { timeout: 15_000, maximumAge: 600_000 },
  )
})

form.hidden = false
showOpenStates()
