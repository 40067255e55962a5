import { setImmediate } from 'node:timers/promises'
import type { FileStore } from '../../src/server/providers/files/file-store.ts'
import type { Beside } from './beside.ts'
import type { Reading } from './reading.ts'

export interface Comparison {
  tables: number
  rows: number
  files: number
  /** Rows that changed while the backup was taken: either state may be in it. */
  moved: number
  /** A sentence for each difference. */
  differences: string[]
}

/** Of one table, more are counted only. */
const MOST_NAMED = 5

/** Compares every table and every uploaded file with the store that the backup was taken of. */
export async function compare(beside: Beside, files: FileStore): Promise<Comparison> {
  const { live, restored } = beside
  const result: Comparison = { tables: 0, rows: 0, files: 0, moved: 0, differences: [] }
  const [tables, restoredTables] = await Promise.all([live.before.tables(), restored.tables()])
  for (const table of new Set([...tables, ...restoredTables])) {
    if (!tables.includes(table) || !restoredTables.includes(table)) {
      const where = tables.includes(table) ? 'the restored database' : 'the store'
      result.differences.push(`table ${table}: ${where} does not have it`)
      continue
    }
    // An embedded database is read in one go: a signal is heard between two tables.
    await setImmediate()
    result.tables += 1
    const { rows, checksum } = await restored.sum(table)
    result.rows += rows
    if (checksum === (await live.before.sum(table)).checksum) continue
    const { moved, differences } = await compareRows(beside, table)
    result.moved += moved
    result.differences.push(...differences.slice(0, MOST_NAMED))
    if (differences.length > MOST_NAMED)
      result.differences.push(`table ${table}: ${differences.length - MOST_NAMED} more rows differ`)
  }
  for (const fileId of (await restored.rows('purchase_file')).keys()) {
    result.files += 1
    const difference = await compareFile(beside, files, fileId)
    if (difference) result.differences.push(`file ${fileId}: ${difference}`)
  }
  return result
}

/** Only a row that was the same before and after the backup must be the same in it. */
async function compareRows({ live, restored }: Beside, table: string) {
  const [before, after, found] = await Promise.all(
    [live.before, live.after, restored].map((reading) => reading.rows(table)),
  )
  const differences: string[] = []
  let moved = 0
  for (const key of new Set([...before!.keys(), ...after!.keys(), ...found!.keys()])) {
    const [was, is, row] = [before!.get(key), after!.get(key), found!.get(key)]
    if (was !== is) moved += 1
    else if (row === undefined) differences.push(`table ${table}, row ${key}: it was not restored`)
    else if (was === undefined) differences.push(`table ${table}, row ${key}: the store has none`)
    else if (row !== was) differences.push(`table ${table}, row ${key}: it was restored otherwise`)
  }
  return { moved, differences }
}

async function compareFile(beside: Beside, files: FileStore, fileId: string) {
  const [stored, restored] = await Promise.all([files.get(fileId), beside.files.get(fileId)])
  if (stored === null) {
    // The storefront may have removed it since.
    const isNamed = (await namesNow(beside)).has(fileId)
    return isNamed && 'the store has lost it'
  }
  if (restored === null) return 'it was not restored'
  return !Buffer.from(stored).equals(restored) && 'it was restored with other bytes'
}

async function namesNow({ readNow }: Beside): Promise<Map<string, string>> {
  const now = await readNow()
  try {
    return await now.rows('purchase_file')
  } finally {
    await now.close()
  }
}

/** What the store has by now and the backup does not. */
export interface Lost {
  /** Rows added, changed or removed since, by table. */
  rows: Record<string, number>
  newestInBackup: string | null
  newestInStore: string | null
}

export async function lostSince(restored: Reading, now: Reading): Promise<Lost> {
  const rows: Record<string, number> = {}
  for (const table of await now.tables()) {
    if ((await now.sum(table)).checksum === (await restored.sum(table)).checksum) continue
    const [theirs, ours] = [await now.rows(table), await restored.rows(table)]
    const keys = [...new Set([...theirs.keys(), ...ours.keys()])]
    rows[table] = keys.filter((key) => theirs.get(key) !== ours.get(key)).length
  }
  return { rows, newestInBackup: await restored.newest(), newestInStore: await now.newest() }
}
