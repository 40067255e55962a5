import { ContentError, type Problem } from '../content-error.ts'
import { loadCatalogue } from '../load.ts'
import type { ContentFiles } from '../read-files.ts'
import { remove, RemovalError } from './removal.ts'

/**
 * Takes models or dealers out if no fault comes of it. Faults that were there before may stay, because the removal
 * mends many of them.
 *
 * @throws {ContentError} With the faults that are new; with all if the files are too broken to take something out.
 */
export function removeChecked(...asked: Parameters<typeof remove>): ReturnType<typeof remove> {
  const before = faultsOf(asked[2].files)
  let now: ReturnType<typeof remove>
  try {
    now = remove(...asked)
  } catch (error) {
    if (error instanceof RemovalError || before.length === 0) throw error
    throw new ContentError(before)
  }
  const after = faultsOf(now.files)
  const known = new Set(before.map(sentenceOf))
  const fresh = after.filter((fault) => !known.has(sentenceOf(fault)))
  if (fresh.length > 0) throw new ContentError(fresh)
  const notes = after.length > 0 ? ['Other errors are left: run npm run catalogue:check.'] : []
  return { ...now, notes: [...now.notes, ...notes] }
}

function faultsOf(files: ContentFiles): Problem[] {
  try {
    loadCatalogue(files)
    return []
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
}

/** Without the numbers of rows, which change when others go. */
const sentenceOf = ({ file, path, reason }: Problem): string =>
  [file, path.replaceAll(/\[\d+\]/g, ''), reason].join(': ')
