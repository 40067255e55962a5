import { expect, test } from 'vitest'
import { backupName, nameBeforeMigration, takenAt } from './folder.ts'
import { KEPT, superfluous } from './keep.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

const NOW = new Date('2026-11-23T12:07:00.000Z')

/** A backup every quarter of an hour for 40 days, the latest first. */
const times = Array.from(
  { length: 40 * 96 },
  (_, index) => new Date(Date.parse('2026-11-23T12:00:00.000Z') - index * 15 * MINUTE_MS),
)

test('a name gives the time', () => {
  expect(backupName(NOW)).toBe('forecourt-20261123T1207Z.backup')
  expect(takenAt(`/backups/${backupName(NOW)}`)).toEqual(NOW)
  expect(takenAt(`/backups/${nameBeforeMigration(NOW)}`)).toEqual(NOW)
  expect(takenAt('/backups/by-hand.backup')).toBeNull()
})

test('the latest of each of 24 hours and 30 days is kept, and no other', () => {
  const removed = new Set(superfluous(times, NOW))
  const kept = times.filter((time) => !removed.has(time))
  expect(kept[0]).toEqual(times[0])
  const ofTheLastDay = kept.filter((time) => NOW.getTime() - time.getTime() < DAY_MS)
  expect(ofTheLastDay.map((time) => time.getUTCHours())).toEqual(
    Array.from({ length: 25 }, (_, index) => (12 - index + 24) % 24).slice(0, ofTheLastDay.length),
  )
  expect(ofTheLastDay).toHaveLength(25)
  expect(new Set(kept.map((time) => time.toISOString().slice(0, 10))).size).toBe(31)
  expect(kept.length).toBeLessThanOrEqual(25 + 30)
})

test('the last one stays where backups are taken, however old', () => {
  const old = new Date('2026-01-05T12:00:00.000Z')
  const older = new Date('2026-01-04T12:00:00.000Z')
  expect(superfluous([old, older], NOW, KEPT.roomy, true)).toEqual([older])
  // In a folder that gets no more.
  expect(superfluous([old, older], NOW)).toEqual([old, older])
})

test('the latest of each of a few hours is kept', () => {
  const some = times.slice(0, 8)
  expect(superfluous(some, NOW).map((time) => time.toISOString().slice(11, 16))).toEqual([
    '11:30',
    '11:15',
    '11:00',
    '10:30',
    '10:15',
  ])
})
