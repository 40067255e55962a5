import { percentOf } from '#lib/finance/finance.ts'
import type { Condition } from './trade-condition.ts'

/** An estimate of a car's value. */
export interface Guide {
  lowCents: number
  highCents: number
}

/** Per cent of the value for each 10,000 km more, or less, than the register's last reading. */
const PCT_PER_10_000_KM = { more: -4, less: 2 }
/** The limits of that adjustment. */
const DISTANCE_PCT = { least: -40, most: 10 }

/** Per cent of the value, by question and answer of the condition. An answer that is not here changes nothing. */
const CONDITION_PCT: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Body and paint': { 'Small marks': -2, 'Dents or rust': -8 },
  Glass: { 'Chipped or cracked': -2 },
  Tyres: { 'Due soon': -2 },
  'Warning lights': { 'One or more': -8 },
  Accidents: { Repaired: -6, 'Not repaired': -20 },
  'Service history': { Partial: -2, None: -5 },
}

const ROUNDED_TO_CENTS = 10_000

/** Adjusts a guide value to the distance and condition that the owner typed. */
export function adjustGuide(
  { lowCents, highCents }: Guide,
  {
    usualKm,
    odometerKm,
    condition,
  }: { usualKm: number | null; odometerKm: number; condition: Pick<Condition, 'answers'> },
): Guide {
  const pct =
    100 +
    distancePct(odometerKm - (usualKm ?? odometerKm)) +
    Object.entries(condition.answers).reduce(
      (sum, [question, answer]) => sum + (CONDITION_PCT[question]?.[answer] ?? 0),
      0,
    )
  const adjusted = (cents: number) =>
    Math.max(0, Math.round(percentOf(cents, pct) / ROUNDED_TO_CENTS) * ROUNDED_TO_CENTS)
  return pct === 100
    ? { lowCents, highCents }
    : { lowCents: adjusted(lowCents), highCents: adjusted(highCents) }
}

function distancePct(moreKm: number): number {
  const per = moreKm > 0 ? PCT_PER_10_000_KM.more : -PCT_PER_10_000_KM.less
  const pct = Math.round((moreKm / 10_000) * per * 100) / 100
  return Math.min(DISTANCE_PCT.most, Math.max(DISTANCE_PCT.least, pct))
}
