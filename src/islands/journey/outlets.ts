import { atom, computed, readonlyType } from 'nanostores'
import type { ApiCall } from '#lib/api/client.ts'
import { listDealers } from '#lib/catalogue/calls.ts'
import type { Dealer } from '#lib/catalogue/shapes.ts'
import { publicApi } from '#stores/site/public-api.ts'

const $writable = atom<readonly Dealer[] | 'failed' | null>(null)

/** The outlets that sell cars: `null` until they are loaded. */
export const $outlets = readonlyType($writable)

/** Loads the outlets once per page. After a failure the next caller retries. */
export async function loadOutlets(call: ApiCall = publicApi) {
  if (Array.isArray($writable.get())) return
  const answer = await call(listDealers)
  $writable.set(
    answer.ok
      ? answer.value.dealers.filter(({ services }) => services.includes('SALES'))
      : 'failed',
  )
}

/** Outlets by their code. */
export const $outletByCode = computed(
  $writable,
  (outlets) =>
    new Map(
      (Array.isArray(outlets) ? outlets : []).map((outlet: Dealer) => [outlet.outletCode, outlet]),
    ),
)
