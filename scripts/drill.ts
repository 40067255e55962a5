import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DAY_MS } from '../src/lib/shared/durations.ts'
import { localDeps, type LocalDeps } from '../src/server/local-deps.ts'
import { BackupError } from '../src/server/platform/backup/sealed-file.ts'
import { SettingError } from '../src/server/platform/settings/environment.ts'
import { readSettings } from '../src/server/platform/settings/settings.ts'
import { DrillError, restoreBeside } from './drill/beside.ts'
import { tidily } from './drill/tidily.ts'
import { compare, lostSince, type Comparison, type Lost } from './drill/compare.ts'

// npm run drill
// npm run drill -- --loaded --quotes 1000000 --postgres

const inS = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const count = (number: number) => number.toLocaleString('en-NZ')

const FOLDER = 'forecourt-drill-'

/** Removes the folders of drills that were killed: a copy of the database is in them. */
async function removeKilledDrills(): Promise<void> {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(FOLDER)) {
      const folder = join(tmpdir(), name)
      // Not what another user's link names.
      const found = await lstat(folder).catch(() => null)
      const isOwn = found?.isDirectory() && found.uid === process.getuid?.()
      if (isOwn && Date.now() - found!.mtimeMs > DAY_MS)
        await rm(folder, { recursive: true, force: true })
    }
}

/** Restores a backup of the store beside it, and compares. */
async function drill(deps: LocalDeps): Promise<{ isWell: boolean; text: string }> {
  await removeKilledDrills()
  const folder = await mkdtemp(join(tmpdir(), FOLDER))
  // Again where a signal came while more was being written.
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 10 })
  return tidily(removeFolder, async () => {
    const beside = await restoreBeside(deps, folder)
    return tidily(beside.close, async () => {
      const startedMs = performance.now()
      const found = await compare(beside, deps.files)
      const compareMs = performance.now() - startedMs
      const now = await beside.readNow()
      const lost = await lostSince(beside.restored, now).finally(() => now.close())
      const { backup, restore } = beside.tookMs
      const took = `Backup ${inS(backup)}, restore ${inS(restore)}, comparison ${inS(compareMs)}.`
      const text = [took, inWords(found), ...lossInWords(lost, deps), ...found.differences]
      return { isWell: found.differences.length === 0, text: text.join('\n') }
    })
  })
}

const inWords = ({ tables, rows, files, moved, differences }: Comparison) =>
  `Compared ${count(rows)} rows of ${tables} tables and ${count(files)} uploaded files: ${
    differences.length === 0
      ? 'everything was restored correctly.'
      : `${differences.length} differences.`
  }${moved > 0 ? ` ${count(moved)} rows changed while the backup was taken.` : ''}`

function lossInWords({ rows, newestInBackup, newestInStore }: Lost, { settings }: LocalDeps) {
  const tables = Object.entries(rows).sort(([, a], [, b]) => b - a)
  const lost = tables.reduce((sum, [, number]) => sum + number, 0)
  const named = tables.map(([table, number]) => `${table} ${count(number)}`).join(', ')
  const backups = settings.backups
    ? `With a backup every ${settings.backups.everyMinutes} minutes, you lose at most that many minutes of changes.`
    : settings.databaseFile === null
      ? 'Unless you archive PostgreSQL’s log, you lose every change since the last pg_dump.'
      : 'Without BACKUP_DIR, no backups are scheduled: you lose every change since the last one you took.'
  return [
    `Newest row: ${newestInBackup ?? 'none'} in the backup, ${newestInStore ?? 'none'} in the database.`,
    `If the database failed now, you would lose ${count(lost)} rows that are new or have changed since the backup${lost > 0 ? `: ${named}` : ''}.`,
    backups,
  ]
}

const { values } = parseArgs({
  options: {
    /** On a store of its own, which people use meanwhile. */
    loaded: { type: 'boolean', default: false },
    quotes: { type: 'string', default: '100000' },
    /** How long they have used it before. */
    seconds: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
  },
})
const say = ({ isWell, text }: { isWell: boolean; text: string }) => {
  console.log(text)
  process.exitCode = isWell ? 0 : 1
}
try {
  if (!values.loaded) say(await drill(localDeps(readSettings(process.env))))
  else {
    const { whileLoaded } = await import('#tests/drill/loaded-store.ts')
    const given = {
      onPostgres: values.postgres,
      quotes: Number(values.quotes),
      seconds: Number(values.seconds),
    }
    await whileLoaded(given, async (env) => say(await drill(localDeps(readSettings(env)))))
  }
} catch (error) {
  const isKnown = [DrillError, BackupError, SettingError].some((known) => error instanceof known)
  if (!isKnown) throw error
  console.error((error as Error).message)
  process.exitCode = 1
}
