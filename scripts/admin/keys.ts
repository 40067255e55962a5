import { dataKeyName } from '../../src/server/platform/crypto/key-check.ts'
import { dataKeysInUse, noteDataKey } from '../../src/server/platform/crypto/data-key-queries.ts'
import { keyUse, rotateDataKeys, type KeyUse } from '../../src/server/upkeep/data-keys.ts'
import { CommandError, table, type AdminDeps, type Command } from './command.ts'

const MOST_ERRORS = 10

const uses = (all: KeyUse[]) =>
  table(all.map(({ where, keyId, count }) => [where, keyId, String(count)]))

export const KEY_COMMANDS: Record<string, Command> = {
  'rotate-keys': {
    takes: '[--check] [--without-lost]',
    what: 'encrypts everything with the first of DATA_KEYS, even while the storefront is running; --check only counts rows by key, --without-lost drops uploaded files that can’t be found',
    async run(deps, typed) {
      typed.end()
      if (typed.flag('check')) {
        const all = await keyUse(deps)
        return [
          ...(all.length > 0 ? [uses(all)] : []),
          `New data is encrypted with ${nameOf(deps.keys.data[0].id)}.`,
        ].join('\n\n')
      }
      await requireStarted(deps)
      return rotate(deps, typed.flag('without-lost'))
    },
  },
}

const nameOf = (keyId: string) => {
  const name = dataKeyName(keyId)
  return name.includes(keyId) ? name : `${name} (${keyId})`
}

/**
 * Checks that the storefront has the key that this command encrypts with.
 *
 * @throws {CommandError} If no storefront was started with it.
 */
export async function requireStarted({ db, keys }: AdminDeps): Promise<void> {
  const [{ id }] = keys.data
  const inUse = await dataKeysInUse(db)
  if (inUse.length === 0) return noteDataKey(db, id)
  if (!inUse.includes(id))
    throw new CommandError(
      `No storefront has started with ${nameOf(id)} as the first of its DATA_KEYS yet. Start one first.`,
    )
}

async function rotate(deps: AdminDeps, withoutLost: boolean): Promise<string> {
  const rotation = await rotateDataKeys(deps, { withoutLost, pause: deps.pause })
  if (rotation === null)
    throw new CommandError('Another rotate-keys is running. Wait for it to finish.')
  const { done, left, failures, lost, stillUsed, freed } = rotation
  const now = nameOf(deps.keys.data[0].id)
  const lines = Object.keys(done).length > 0 ? ['Re-encrypted:', table(rows(done)), ''] : []
  if (lost.length > 0)
    lines.push(
      `Uploaded files not found: ${some(lost)}.`,
      ...(withoutLost
        ? []
        : [
            'Check UPLOADS_DIR or UPLOADS_S3_BUCKET and restore them from a backup. "rotate-keys --without-lost" drops them.',
          ]),
      '',
    )
  if (left.length > 0)
    throw new CommandError(
      [
        ...lines,
        'Still encrypted with another key:',
        uses(left),
        ...failures.slice(0, MOST_ERRORS),
        '',
        failures.length + lost.length > 0
          ? 'Find out why, then run this again. The older keys are still needed.'
          : STILL_RUNS,
      ].join('\n'),
    )
  if (stillUsed.length > 0)
    throw new CommandError(
      [
        ...lines,
        `New data is still encrypted with: ${stillUsed.map(nameOf).join(', ')}.`,
        STILL_RUNS,
      ].join('\n'),
    )
  lines.push(`Everything is encrypted with ${now}.`)
  if (freed.length > 0)
    lines.push(
      `No longer needed in DATA_KEYS: ${freed.map(nameOf).join(', ')}. Existing backups need it, so keep it as long as you keep them.`,
    )
  return lines.join('\n')
}

const STILL_RUNS =
  'A storefront is still running with older DATA_KEYS. Restart it, then run this again.'

const some = (all: string[]) =>
  all.length > MOST_ERRORS
    ? `${all.slice(0, MOST_ERRORS).join(', ')} and ${all.length - MOST_ERRORS} more`
    : all.join(', ')

const rows = (done: Record<string, number>) =>
  Object.entries(done).map(([where, count]) => [where, String(count)])
