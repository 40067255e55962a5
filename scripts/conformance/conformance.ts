import { specificationCalls } from '#lib/contract.ts'
import type { Target } from './caller.ts'
import { CHECKS } from './checks.ts'
import { NotChecked, Visit } from './visit.ts'

interface Looked {
  what: string
  outcome: 'conforms' | 'differs' | 'not checked'
  /** What differs, or why it was not checked. */
  notes: string[]
}

export interface CallReport {
  name: string
  /** `GET /quote/:id`. */
  call: string
  looked: Looked[]
}

/** Looks at every call of the specification. Calls that end sessions come last. */
export async function conformance(
  target: Target,
  only: string | null = null,
): Promise<CallReport[]> {
  const visit = new Visit(target)
  const reports: CallReport[] = []
  for (const [name, checks] of Object.entries(CHECKS)) {
    if (only !== null && name !== only) continue
    const { method, path } = specificationCalls().find((endpoint) => endpoint.name === name)!
    const looked: Looked[] = []
    for (const check of checks)
      looked.push({ what: check.what, ...(await look(() => check.run(visit))) })
    reports.push({ name, call: `${method} ${path}`, looked })
  }
  return reports
}

async function look(run: () => Promise<string[]>): Promise<Omit<Looked, 'what'>> {
  try {
    const notes = await run()
    return { outcome: notes.length > 0 ? 'differs' : 'conforms', notes }
  } catch (error) {
    if (error instanceof NotChecked) return { outcome: 'not checked', notes: [error.message] }
    return {
      outcome: 'differs',
      notes: [`no answer that can be read: ${(error as Error).message}`],
    }
  }
}

const MARKS = { conforms: '✓', differs: '✗', 'not checked': '–' }

const outcomeOf = ({ looked }: CallReport): Looked['outcome'] => {
  if (looked.some(({ outcome }) => outcome === 'differs')) return 'differs'
  return looked.some(({ outcome }) => outcome === 'not checked') ? 'not checked' : 'conforms'
}

/** A line for each call, and beneath it what differs or was not checked. */
export function reportText(url: string, reports: CallReport[]): string {
  const width = Math.max(...reports.map(({ name }) => name.length))
  const lines = reports.flatMap((report) => [
    `${MARKS[outcomeOf(report)]} ${report.name.padEnd(width)}  ${report.call}`,
    ...report.looked
      .filter(({ outcome }) => outcome !== 'conforms')
      .flatMap(({ what, outcome, notes }) =>
        notes.map((note) => `    ${outcome === 'differs' ? '' : 'not checked: '}${what}: ${note}`),
      ),
  ])
  const count = (wanted: Looked['outcome']) =>
    reports.filter((report) => outcomeOf(report) === wanted).length
  return [
    `Conformance of ${url}`,
    '',
    ...lines,
    '',
    `${reports.length} calls: ${count('conforms')} conform, ${count('differs')} differ, ${count('not checked')} could not be checked whole.`,
  ].join('\n')
}

export const differs = (reports: CallReport[]): boolean =>
  reports.some((report) => outcomeOf(report) === 'differs')
