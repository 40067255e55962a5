import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/** Acting for a customer ends after this long without activity, and after this long in any case (decision 12). */
export const ACTING_IDLE_MS = 30 * MINUTE_MS
export const ACTING_MAX_MS = 4 * HOUR_MS

/** When acting for a customer ends unless there is activity before. All in milliseconds since the Unix epoch. */
export const actingEndsAtMs = (times: { startedAtMs: number; lastActiveAtMs: number }): number =>
  Math.min(times.lastActiveAtMs + ACTING_IDLE_MS, times.startedAtMs + ACTING_MAX_MS)
