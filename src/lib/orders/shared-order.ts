import type { Days } from '#lib/catalogue/delivery.ts'
import { daysBetween } from '#lib/shared/dates.ts'
import type { SharedOrder } from './link-shapes.ts'

/** The stages of a car that is shared, in order, with their track and their sentence. */
export const SHARED_STAGES: readonly {
  stage: SharedOrder['stage']
  label: string
  sentence: string
}[] = [
  { stage: 'ONORDER', label: 'Being built', sentence: 'It’s being built.' },
  { stage: 'SHIPPED', label: 'At sea', sentence: 'It’s at sea, bound for New Zealand.' },
  { stage: 'LANDED', label: 'In New Zealand', sentence: 'It has landed in New Zealand.' },
  { stage: 'DISPATCHED', label: 'Off to the dealer', sentence: 'It’s on its way to the dealer.' },
  { stage: 'AVAIL4PKUP', label: 'Ready', sentence: 'It’s ready to collect.' },
  { stage: 'HANDED_OVER', label: 'On the road', sentence: 'It’s on the road.' },
]

/** The sentence for a car from stock, which has no journey to tell of. */
const IN_STOCK = 'It’s being prepared.'

export const stageSentence = (stage: SharedOrder['stage']): string =>
  SHARED_STAGES.find((known) => known.stage === stage)?.sentence ?? IN_STOCK

/** In how many weeks an estimate is; `null` once it is past. */
export function weeksUntil(today: string, estimate: Days | null): SharedOrder['weeks'] {
  if (!estimate || estimate.to < today) return null
  const weeks = (day: string) => Math.max(0, Math.round(daysBetween(today, day) / 7))
  const to = Math.max(1, weeks(estimate.to))
  return { from: Math.min(weeks(estimate.from), to), to }
}

/** `in about 2 to 4 weeks`, `within a week`. */
export function weeksText({ from, to }: NonNullable<SharedOrder['weeks']>): string {
  if (to === 1) return from === 1 ? 'in about a week' : 'within a week'
  if (from === 0) return `within ${to} weeks`
  return from === to ? `in about ${to} weeks` : `in about ${from} to ${to} weeks`
}
