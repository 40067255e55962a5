import { createHash } from 'node:crypto'
import { FILE_ENDINGS, type FileType } from '#lib/shared/files.ts'
import type { Deps } from '#server/deps.ts'
import { actorName } from '#server/platform/http/actor.ts'
import type { ApiProblem } from '#server/platform/http/api-problem.ts'
import { returnDaily, spendDaily } from '#server/platform/http/daily-limits.ts'
import { siteOf } from '#server/platform/http/network.ts'
import type { Caller } from '#server/platform/http/network-budgets.ts'

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Characters that are not seen, or turn the direction of those after them. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu

/**
 * The name of a file as it is saved: it ends as its type does, whatever its sender typed, so that it opens as nothing
 * else.
 */
export function safeName(name: string, type: FileType): string {
  const seen = name.replace(UNSEEN, '').trim()
  const endings = type === 'image/jpeg' ? ['jpg', 'jpeg'] : [FILE_ENDINGS[type]]
  const isRight = endings.some((ending) => seen.toLowerCase().endsWith(`.${ending}`))
  return isRight ? seen : `${seen || 'document'}.${FILE_ENDINGS[type]}`
}

/** The most files remembered by what they were when they were sent. */
const MOST_REMEMBERED = 10_000
/** Hashes of files as they are kept, by the hash of what was sent: to read one is dear. */
const keptHashes = new Map<string, string>()

/** The hash under which a file would be kept, where it was sent before. */
export const keptHashOf = (sent: Uint8Array): string | undefined => keptHashes.get(hashOf(sent))

/** Reads a file for its sender. A file that finds the queue full does not count towards the limits. */
export async function readSent(
  deps: Deps,
  { actor, ip }: Caller,
  sent: Uint8Array,
  type: FileType,
): Promise<Uint8Array> {
  const ofCustomer =
    actor.type === 'CUSTOMER'
      ? ([deps, deps.db, 'LIMIT_FILES_READ_PER_DAY', actor.customerId] as const)
      : null
  if (ofCustomer) await spendDaily(...ofCustomer)
  const sender = { name: actorName(actor), site: siteOf(ip) }
  const bytes = await deps.fileCleaner
    .clean(sent, type, sender)
    .catch(async (error: Partial<ApiProblem>) => {
      if (ofCustomer && error.status === 503) await returnDaily(...ofCustomer)
      throw error
    })
  if (keptHashes.size >= MOST_REMEMBERED) keptHashes.delete(keptHashes.keys().next().value!)
  keptHashes.set(hashOf(sent), hashOf(bytes))
  return bytes
}
