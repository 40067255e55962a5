import { computed } from 'nanostores'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { MY_CAR_KEY } from '#lib/trade-in/my-car-key.ts'
import { readMyCar, type MyCar } from '#lib/trade-in/my-car.ts'
import { persistentAtom } from './storage.ts'

const $kept = persistentAtom<string | undefined>(MY_CAR_KEY, undefined)

/** The car that the visitor drives now; `null` where this browser knows of none. */
export const $myCar = computed($kept, (kept) => readMyCar(kept, serverNowMs()))

export const keepMyCar = (car: MyCar) => $kept.set(JSON.stringify(car))

export const forgetMyCar = () => $kept.set(undefined)

// One that is old, or none of ours.
if (typeof window !== 'undefined' && $myCar.get() === null) forgetMyCar()
