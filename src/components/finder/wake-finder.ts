import { loadModule } from '#lib/api/load-module.ts'

/** Wakes the finder of cars: it is fetched when somebody turns to it, or when the address says what is wanted. */

const form = document.querySelector<HTMLFormElement>('[data-finder]')!
const said = document.querySelector<HTMLElement>('[data-finder-said]')!

const loadFinder = () => import('./finder.ts')
const withFinder = async (act: (finder: Awaited<ReturnType<typeof loadFinder>>) => void) => {
  const part = await loadModule(loadFinder)
  said.textContent = part.ok ? '' : 'The finder didn’t load. Please choose again.'
  if (part.ok) act(part.value)
}
const read = () => void withFinder((finder) => finder.readAddress())

form.addEventListener('focusin', () => void loadModule(loadFinder), { once: true })
form.addEventListener('change', () => void withFinder((finder) => finder.followChoice()))
form.addEventListener('submit', (event) => event.preventDefault())
addEventListener('popstate', read)
if (location.search) read()
