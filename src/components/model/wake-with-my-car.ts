import { loadModule } from '#lib/api/load-module.ts'
import { hasMyCar } from '#lib/trade-in/my-car-key.ts'

/** Shows the weekly payment with the visitor's own car, where this browser knows it. */

const place = document.querySelector<HTMLElement>('[data-with-my-car]')
const load = () => import('./with-my-car.ts')

if (place && hasMyCar())
  void loadModule(load).then((part) => part.ok && part.value.showWithMyCar(place))
