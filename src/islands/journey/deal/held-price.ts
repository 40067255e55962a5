import { aucklandDay, formatDay } from '#lib/shared/dates.ts'

/** How long the price of a quote is held, or was. */
export function heldPriceText(expires: string, nowMs: number): string {
  const day = formatDay(aucklandDay(expires))
  return Date.parse(expires) < nowMs
    ? `We held this price until ${day}. We’ll check it again before you confirm and show you any change.`
    : `We’ll hold this price until ${day}.`
}
