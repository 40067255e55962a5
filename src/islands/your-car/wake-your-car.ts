import { loadModule } from '#lib/api/load-module.ts'
import { hasMyCar } from '#lib/trade-in/my-car-key.ts'

/** Wakes “What do you drive now?”: it is fetched when a plate is sent, or when this browser knows the visitor's car. */

const form = document.querySelector<HTMLFormElement>('[data-your-car]')!
const said = document.querySelector<HTMLElement>('[data-your-car-said]')!
const load = () => import('./mount-your-car.tsx')

async function show(plate: string | null) {
  said.textContent = plate === null ? '' : 'Loading…'
  const part = await loadModule(load)
  said.textContent = part.ok ? '' : 'This part of the page didn’t load. Please try again.'
  if (part.ok) part.value.showYourCar(form, plate)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void show(form.querySelector('input')!.value)
})
if (hasMyCar()) void show(null)
