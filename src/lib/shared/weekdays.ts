import { formatDay } from './dates.ts'

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** 0 is Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay()

export const isWeekend = (day: string): boolean => weekday(day) % 6 === 0

/** `Tuesday`, of a day. */
export const weekdayOf = (day: string): string => WEEKDAYS[weekday(day)]!

/** A day as people say it: `Tuesday 24 November`. */
export const formatWeekday = (day: string): string => formatFullDay(day).replace(/\s\d+$/, '')

/** A day with its year: `Tuesday 24 November 2026`. */
export const formatFullDay = (day: string): string => `${weekdayOf(day)} ${formatDay(day)}`
