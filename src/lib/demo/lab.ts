/** The experiments of a demonstration's failure lab. */
export const EXPERIMENTS = [
  'lose-notice',
  'double-notice',
  'delay-notice',
  'forge-notice',
  'decline',
  'time-out',
  'change-price',
  'steal-slot',
  'end-session',
  'clock-hour',
  'clock-day',
  'clock-fortnight',
  'clock-back',
] as const
export type Experiment = (typeof EXPERIMENTS)[number]
