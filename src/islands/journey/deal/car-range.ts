import type { Result } from '#lib/api/failure.ts'
import { paths } from '#stores/site/paths.ts'
import type { BuilderProps } from '#ui/configuration/builder-data.ts'

let asked: Promise<Result<BuilderProps>> | null = null

/** The cars that are sold and the ways to pay them, fetched once for the page. After a failure the next caller asks again. */
export const loadRange = (): Promise<Result<BuilderProps>> =>
  (asked ??= fetchRange().then((answer) => {
    if (!answer.ok) asked = null
    return answer
  }))

async function fetchRange(): Promise<Result<BuilderProps>> {
  try {
    const answer = await fetch(paths.range)
    if (!answer.ok) return { ok: false, failure: { kind: 'unreadable', status: answer.status } }
    // Made by the build that made this page.
    return { ok: true, value: (await answer.json()) as BuilderProps }
  } catch {
    return { ok: false, failure: { kind: 'network', reason: 'failed' } }
  }
}
