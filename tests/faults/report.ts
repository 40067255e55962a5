import type { Damage } from './books.ts'

/** What became of one kind of fault. */
export interface Report extends Damage {
  fault: string
  times: number
  /** Writes that were answered with success. */
  acknowledged: number
  /** How often a process ended unexpectedly. */
  exits: number
  note: string
  add(damage: Damage): void
}

/** Hears how far a long run is. */
export type Tell = (done: number, of: number) => void

export const reportOf = (fault: string, times: number): Report => ({
  fault,
  times,
  acknowledged: 0,
  exits: 0,
  lost: [],
  torn: [],
  doubled: [],
  note: '',
  add({ lost, torn, doubled }) {
    this.lost.push(...lost)
    this.torn.push(...torn)
    this.doubled.push(...doubled)
  },
})

export const isSound = (report: Report): boolean =>
  report.exits + report.lost.length + report.torn.length + report.doubled.length === 0

const COLUMNS = ['fault', 'times', 'acknowledged', 'lost', 'torn', 'doubled', 'exits', 'notes']

/** The reports as a table, and what is wrong in words. */
export function inWords(reports: readonly Report[]): string {
  const rows = reports.map(({ fault, times, acknowledged, lost, torn, doubled, exits, note }) => [
    fault,
    ...[times, acknowledged, lost.length, torn.length, doubled.length, exits].map((count) =>
      count.toLocaleString('en-NZ'),
    ),
    note,
  ])
  return [
    ...[COLUMNS, COLUMNS.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    ...reports.flatMap(({ fault, lost, torn, doubled }) =>
      [...lost, ...torn, ...doubled].slice(0, 20).map((line) => `${fault}: ${line}`),
    ),
  ].join('\n')
}
