import { createRoot, type Root } from 'react-dom/client'
import { YourCar } from './YourCar.tsx'
import type { YourCarData } from './your-car-data.ts'

let root: Root | null = null
let asked = 0

/**
 * Shows the visitor's car below the form.
 *
 * @param plate As typed; `null` for the car that this browser knows.
 */
export function showYourCar(form: HTMLFormElement, plate: string | null) {
  const place = document.querySelector<HTMLElement>('[data-your-car-found]')!
  const data = JSON.parse(place.dataset.yourCarFound!) as YourCarData
  const input = form.querySelector('input')!
  root ??= createRoot(place)
  root.render(
    <YourCar
      key={asked++}
      plate={plate}
      {...data}
      onForget={() => {
        input.value = ''
        input.focus()
      }}
    />,
  )
}
