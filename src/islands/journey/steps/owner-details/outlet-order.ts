import type { Dealer } from '#lib/catalogue/shapes.ts'
import { distanceKm, formatDistance } from '#lib/addresses/distance.ts'
import { postcodeArea } from '#lib/addresses/postcode-areas.ts'

/** How many outlets are shown at first. */
const NEAREST = 3

interface ListedOutlet {
  outlet: Dealer
  /** In words; missing if unknown. */
  distance?: string
}

/**
 * Sorts the outlets by their distance from a postcode.
 *
 * @param chosen An outlet that stays in view, however far it is.
 * @returns All outlets, and those to show at first: the nearest, or all where the postcode is unknown.
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

/** The outlet proposed until another is chosen: the only one, the first in the customer’s own town, or the nearest. */
export const outletIn = (
  { city, postcode }: { city: string; postcode: string },
  outlets: readonly Dealer[],
): string => {
  const folded = fold(city)
  const found = outlets.find(({ address }) => outlets.length === 1 || fold(address.city) === folded)
  const { town, ordered } = outletsFrom(postcode, outlets, '')
  return (found ?? (town ? ordered[0]?.outlet : undefined))?.outletCode ?? ''
}

/** Without macrons and capitals: `Whangārei` is found as `whangarei`. */
const fold = (name: string) => name.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
