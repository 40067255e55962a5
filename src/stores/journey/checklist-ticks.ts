import { persistentAtom } from '#stores/site/storage.ts'

/** How many purchases keep their ticks. */
const KEPT = 5

type Ticks = Record<string, string[]>

const decode = (stored: string): Ticks => {
  try {
    const read: unknown = JSON.parse(stored)
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(
      Object.entries(read).filter(
        (entry): entry is [string, string[]] =>
          Array.isArray(entry[1]) && entry[1].every((id) => typeof id === 'string'),
      ),
    )
  } catch {
    return {}
  }
}

/** The lines of the checklist for the hand-over that this visitor has ticked, by purchase. They stay after signing out. */
export const $checklistTicks = persistentAtom<Ticks>(
  'checklist-ticks:1',
  {},
  { encode: JSON.stringify, decode },
)

/** Ticks a line of a purchase's checklist, or takes the tick away. */
export function tick(purchaseJourneyId: string, lineId: string, isTicked: boolean) {
  const { [purchaseJourneyId]: before = [], ...others } = $checklistTicks.get()
  const after = before.filter((id) => id !== lineId)
  $checklistTicks.set({
    ...Object.fromEntries(Object.entries(others).slice(1 - KEPT)),
    [purchaseJourneyId]: isTicked ? [...after, lineId] : after,
  })
}
