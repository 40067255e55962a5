import { HOUR_MS } from './durations.ts'

const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long it is until an instant, never more than it is: `6 days, 23 hours left`. `null` once it is there. */
export function timeLeft(until: string, nowMs: number): string | null {
  const leftMs = Date.parse(until) - nowMs
  if (!(leftMs > 0)) return null
  const hours = Math.floor(leftMs / HOUR_MS)
  if (hours < 1) return 'less than an hour left'
  const parts = [
    hours >= 24 && words(Math.floor(hours / 24), 'day'),
    hours % 24 > 0 && words(hours % 24, 'hour'),
  ]
  return `${parts.filter(Boolean).join(', ')} left`
}
