import type { Dealer } from '#lib/catalogue/shapes.ts'
import { distanceKm, formatDistance } from '#lib/addresses/distance.ts'
import { postcodeArea } from '#lib/addresses/postcode-areas.ts'

/** As many outlets are shown at first. */
const NEAREST = 3

interface ListedOutlet {
  outlet: Dealer
  /** In words; missing where it is not known. */
  distance?: string
}

/**
 * The outlets in order of distance from a postcode.
 *
 * @param chosen An outlet that stays in view, however far it is.
 * @returns All in order, the nearest first where that is known, and those to show at first: all of them where it is not.
 */
export function outletsFrom(postcode: string, outlets: readonly Dealer[], chosen: string) {
  const from = postcodeArea(postcode)
  if (!from) {
    const ordered: ListedOutlet[] = outlets.map((outlet) => ({ outlet }))
    return { town: null, ordered, nearest: ordered }
  }
  const ordered: ListedOutlet[] = outlets
    .map((outlet) => ({ outlet, km: distanceKm(from, outlet) }))
    .toSorted((a, b) => a.km - b.km)
    .map(({ outlet, km }) => ({ outlet, distance: formatDistance(km) }))
  const nearest = ordered.filter(
    ({ outlet }, index) => index < NEAREST || outlet.outletCode === chosen,
  )
  return { town: from.town, ordered, nearest }
}

/** The first outlet of the customer’s own town: a proposal, until another is chosen. */
export const outletIn = (city: string, outlets: readonly Dealer[]): string => {
  const folded = fold(city)
  return outlets.find(({ address }) => fold(address.city) === folded)?.outletCode ?? ''
}

/** Without macrons and capitals: `Whangārei` is found as `whangarei`. */
const fold = (name: string) => name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
