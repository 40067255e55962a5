import { MY_CAR_KEY } from '#lib/trade-in/my-car-key.ts'
import { readMyCar } from '#lib/trade-in/my-car.ts'
import { withMyCar, type ShownLoan } from '#lib/trade-in/with-my-car.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'

/** Fills in the sentence and the figures. */
export function showWithMyCar(place: HTMLElement): void {
  const car = readMyCar(localStorage.getItem(MY_CAR_KEY), serverNowMs())
  const shown = car && withMyCar(car, JSON.parse(place.dataset.withMyCar!) as ShownLoan)
  if (!shown) return
  for (const part of ['sentence', 'basis', 'figures'] as const)
    place.querySelector(`[data-part=${part}]`)!.textContent = shown[part]
  place.hidden = false
}
