import { execFileSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'

/** What a figure depends on beside the work: versions, commit, machine, and what else the machine did. */
export function machineLines(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const { node, sqlite } = process.versions
  const [load = 0] = loadavg()
  return [
    `Node ${node}, SQLite ${sqlite}, commit ${git('describe', '--always', '--dirty')}`,
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${load.toFixed(1)}`,
  ]
}

/** Rows of Markdown, as `docs/performance.md` keeps them. */
export const tableLines = (columns: string[], rows: string[][]): string[] =>
  [columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)

/** The value that a share of all does not exceed. Sorts them. */
export function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

export const verdict = (isMet: boolean): string => (isMet ? 'met' : 'missed')

/** What of a process is in memory, in MB. */
export const memoryMb = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
