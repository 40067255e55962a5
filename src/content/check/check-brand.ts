import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandDir } from '../brand-dir.ts'
import { ContentError, type Problem } from '../content-error.ts'

/** What a build reads of the brand, each part with its own faults. */
const PARTS = [
  () => import('../catalogue.ts'),
  () => import('../brand-art.ts'),
  () => import('../typeface/brand-typeface.ts'),
  () => import('../photographs.ts'),
  async () => {
    const { catalogue } = await import('../catalogue.ts')
    const { newsProblems } = await import('./news-problems.ts')
    const { labelCostProblems } = await import('./label-costs.ts')
    refuse([...newsProblems(brandDir, catalogue), ...labelCostProblems(catalogue)])
  },
  async () => {
    const { brandArt } = await import('../brand-art.ts')
    const { drawingEdgeProblems } = await import('./drawing-edges.ts')
    refuse(await drawingEdgeProblems(brandArt))
  },
]

function refuse(problems: Problem[]): void {
  if (problems.length > 0) throw new ContentError(problems)
}

/**
 * Reads the brand as a build does.
 *
 * @throws {ContentError} With all faults of all parts. What needs a part with faults is not read.
 */
export async function checkBrand(): Promise<void> {
  const errors = new Set<ContentError>()
  for (const read of PARTS)
    try {
      await read()
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      // A part that needs another one fails with its error.
      errors.add(error)
    }
  if (errors.size > 0)
    throw new ContentError(
      [...errors].flatMap(({ problems }) => problems),
      (file) => jsonIfThere(join(brandDir, file)),
    )
}

function jsonIfThere(path: string): string | null {
  if (!path.endsWith('.json')) return null
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
