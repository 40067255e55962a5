import { dataKeyName } from '../../src/server/db/key-check.ts'
import { dataKeysInUse } from '../../src/server/db/data-keys.ts'
import { keyUse, rotateDataKeys, type KeyUse } from '../../src/server/services/data-keys.ts'
import { CommandError, table, type AdminDeps, type Command } from './command.ts'

const MOST_FAULTS = 10

const uses = (all: KeyUse[]) =>
  table(all.map(({ where, keyId, count }) => [where, keyId, String(count)]))

export const KEY_COMMANDS: Record<string, Command> = {
  'rotate-keys': {
    takes: '[--check]',
    what: 'encrypts everything with the first of DATA_KEYS, beside a running storefront too; --check only counts what is encrypted with which key',
    async run(deps, typed) {
      typed.end()
      if (typed.flag('check')) {
        const all = await keyUse(deps)
        return [
          ...(all.length > 0 ? [uses(all)] : []),
          `What is written now is encrypted with ${nameOf(deps.keys.data[0].id)}.`,
        ].join('\n\n')
      }
      await requireStarted(deps)
      return rotate(deps)
    },
  },
}

const nameOf = (keyId: string) => {
  const name = dataKeyName(keyId)
  return name.includes(keyId) ? name : `${name} (${keyId})`
}

/** Otherwise storefronts could not read what is encrypted anew. */
async function requireStarted({ db, keys }: AdminDeps): Promise<void> {
  const [{ id }] = keys.data
  const inUse = await dataKeysInUse(db)
  if (inUse.length > 0 && !inUse.includes(id))
    throw new CommandError(
      `No storefront has been started with ${nameOf(id)} as the first of its DATA_KEYS: do that before.`,
    )
}

async function rotate(deps: AdminDeps): Promise<string> {
  const { done, left, faults, freed } = await rotateDataKeys(deps)
  const now = nameOf(deps.keys.data[0].id)
  const lines = Object.keys(done).length > 0 ? ['Encrypted anew:', table(rows(done)), ''] : []
  if (left.length > 0)
    throw new CommandError(
      [
        ...lines,
        'Still encrypted with another key:',
        uses(left),
        ...faults.slice(0, MOST_FAULTS),
        '',
        faults.length > 0
          ? 'Look into it, and run this again: the older keys are still needed.'
          : 'A storefront still runs with older DATA_KEYS: start it anew, and run this again.',
      ].join('\n'),
    )
  lines.push(`Everything is encrypted with ${now}.`)
  if (freed.length > 0)
    lines.push(
      `No longer needed in DATA_KEYS: ${freed.map(nameOf).join(', ')}. Backups taken until now need it: keep it as long as you keep them.`,
    )
  return lines.join('\n')
}

const rows = (done: Record<string, number>) =>
  Object.entries(done).map(([where, count]) => [where, String(count)])
