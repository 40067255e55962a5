import { brandFile } from './brand-dir.ts'
import { jsonLines, pathsAround } from './json-lines.ts'

/** A fault of the content: its file, its path and the reason. */
export interface Problem {
  file: string
  path: string
  reason: string
  /** Where the path is none of JSON. */
  line?: number
}

/** Reads a file of the brand; null when it cannot be read, and then faults have no line. */
export type ReadText = (file: string) => string | null

/** Content with faults. The message lists every fault with its file, line and path. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly problems: Problem[]

  constructor(problems: Problem[], readText: ReadText = () => null) {
    const lines = problems.map(({ file, path, reason, line }) =>
      [
        `${brandFile(file)}${line ? `:${line}` : path && lineSuffix(readText(file), path)}`,
        path,
        reason,
      ]
        .filter(Boolean)
        .join(': '),
    )
    super(
      `The content has ${problems.length} ${problems.length === 1 ? 'error' : 'errors'}:\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}

/** The line of a path in a text, as `:41`. For a missing value it is the line of its parent. */
function lineSuffix(text: string | null, path: string): string {
  if (text === null) return ''
  const lines = jsonLines(text)
  const found = pathsAround(path).find((around) => lines.has(around))
  return found === undefined ? '' : `:${lines.get(found)}`
}
