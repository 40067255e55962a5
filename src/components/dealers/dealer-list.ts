import { loadModule } from '#lib/api/load-module.ts'
import { showOpenStates } from './open-states.ts'

/** Wakes the list of dealers: whether each is open, and the finder of the nearest, which is fetched when it is turned to. */

const form = document.querySelector<HTMLFormElement>('[data-near]')!
const locate = form.querySelector<HTMLButtonElement>('[data-locate]')!
const said = document.querySelector<HTMLElement>('[data-near-said]')!

const loadFinder = () => import('./finder.ts')
const ahead = () => void loadModule(loadFinder)
const withFinder = async (find: (finder: Awaited<ReturnType<typeof loadFinder>>) => void) => {
  const part = await loadModule(loadFinder)
  if (part.ok) find(part.value)
  else said.textContent = 'The search didn’t load. Please try again.'
}

form.addEventListener('focusin', ahead, { once: true })
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void withFinder(({ findByPostcode }) => findByPostcode())
})
locate.addEventListener(
  'click',
  () => void withFinder(({ findByLocation }) => findByLocation(locate)),
)
locate.hidden = !('geolocation' in navigator)
showOpenStates()

// The home page asks with the address.
const asked = new URLSearchParams(location.search).get('postcode')
if (asked) {
  form.querySelector('input')!.value = asked
  form.requestSubmit()
}
