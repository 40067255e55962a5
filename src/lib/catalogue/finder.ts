/** Finds grades by what a visitor wants of a car. What is wanted is in the page's address, as `?seats=7&towing=1500`. */

/** What is known of a grade, under the name of each wish. Money is in cents; left out where it has none. */
export interface GradeFacts {
  price: number
  weekly?: number
  powertrain: string
  seats: number
  towing: number
  range?: number
  boot?: number
  /** Weeks from the order until it is ready, at most; left out where it can't be had. */
  ready?: number
}

export type WishName = keyof GradeFacts

interface Wish {
  label: string
  /** Whether a grade has at most, at least, or exactly what is wanted. */
  rule: 'most' | 'least' | 'same'
  /** What may be asked for; or every so many cents. */
  steps?: readonly number[]
  everyCents?: number
}

export const WISHES: Readonly<Record<WishName, Wish>> = {
  price: { label: 'Price up to', rule: 'most', everyCents: 5_000_00 },
  weekly: { label: 'Weekly payment up to', rule: 'most', everyCents: 25_00 },
  powertrain: { label: 'Powertrain', rule: 'same' },
  seats: { label: 'Minimum seats', rule: 'least', steps: [4, 5, 6, 7, 8, 9] },
  towing: {
    label: 'Minimum towing',
    rule: 'least',
    steps: [750, 1000, 1500, 2000, 2500, 3000, 3500],
  },
  range: {
    label: 'Minimum electric range',
    rule: 'least',
    steps: [100, 200, 300, 400, 500, 600],
  },
  boot: { label: 'Minimum boot space', rule: 'least', steps: [300, 400, 500, 600, 800, 1000] },
  ready: { label: 'Ready within', rule: 'most', steps: [2, 4, 8, 12, 20, 26] },
}
export const WISH_NAMES = Object.keys(WISHES) as WishName[]

/** What is wanted, as in the address. */
export type Wishes = Partial<Record<WishName, string>>

export const meets = (facts: GradeFacts, wishes: Wishes): boolean =>
  WISH_NAMES.every((name) => {
    const wanted = wishes[name]
    return wanted === undefined || meetsOne(facts[name], WISHES[name].rule, wanted)
  })

const meetsOne = (fact: string | number | undefined, rule: Wish['rule'], wanted: string) =>
  fact !== undefined &&
  (rule === 'same'
    ? fact === wanted
    : rule === 'most'
      ? Number(fact) <= Number(wanted)
      : Number(fact) >= Number(wanted))

/** What can be asked for: only what some grades have and others don't, each set of grades once. */
export function offeredSteps(grades: readonly GradeFacts[], name: WishName): string[] {
  const { rule, steps, everyCents } = WISHES[name]
  const facts = grades.flatMap((grade) => grade[name] ?? [])
  if (rule === 'same') return [...new Set(facts.map(String))]
  const asked = steps ?? amounts(Math.max(...facts.map(Number)), everyCents ?? 1)
  const bySet = new Map<string, number>()
  for (const step of asked) {
    const fits = grades.map((grade) => meetsOne(grade[name], rule, String(step)))
    if (fits.every(Boolean) || !fits.some(Boolean)) continue
    // Of two that say the same, the one that promises more.
    const set = fits.join()
    if (rule === 'least' || !bySet.has(set)) bySet.set(set, step)
  }
  return [...bySet.values()].map(String)
}

/** The multiples of an amount, up to the most there is. */
const amounts = (mostCents: number, everyCents: number): number[] =>
  Array.from({ length: Math.ceil(mostCents / everyCents) }, (_, i) => (i + 1) * everyCents)

/** How many grades there would be without each of the wishes, where that finds some; the most first. */
export const withoutOne = (
  grades: readonly GradeFacts[],
  wishes: Wishes,
): { name: WishName; count: number }[] =>
  (Object.keys(wishes) as WishName[])
    .map((name) => {
      const { [name]: _, ...others } = wishes
      return { name, count: grades.filter((facts) => meets(facts, others)).length }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)

export const wishesIn = (search: string): Wishes => {
  const query = new URLSearchParams(search)
  return Object.fromEntries(
    WISH_NAMES.flatMap((name) => {
      const wanted = query.get(name)
      return wanted ? [[name, wanted]] : []
    }),
  )
}
