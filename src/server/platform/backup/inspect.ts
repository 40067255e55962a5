import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import { BackupError, type Manifest } from './sealed-file.ts'

/**
 * Checks a whole copy of the database, and makes it one file without a log.
 *
 * @throws {BackupError} If it is damaged.
 */
export function inspect(
  copy: string,
): Pick<Manifest, 'migrations' | 'dataKeys' | 'rows' | 'files'> {
  const database = new DatabaseSync(copy)
  const column = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => Object.values(row)[0])
  try {
    database.exec('pragma journal_mode = delete')
    const faults = [...column('pragma integrity_check(1)'), ...column('pragma foreign_key_check')]
    if (faults.join() !== 'ok') throw new BackupError(`The copy is damaged: ${faults.join(', ')}.`)
    const tables = column(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!' order by name`,
    ) as string[]
    const among = (table: string, query: string) =>
      tables.includes(table) ? (column(query) as string[]) : []
    return {
      migrations: among(
        DEFAULT_MIGRATION_TABLE,
        `select name from ${DEFAULT_MIGRATION_TABLE} order by name`,
      ),
      dataKeys: among('data_key', 'select key_id from data_key order by key_id'),
      rows: Object.fromEntries(
        tables.map((table) => [table, Number(column(`select count(*) from "${table}"`)[0])]),
      ),
      files: among('purchase_file', 'select file_id from purchase_file order by file_id'),
    }
  } finally {
    database.close()
  }
}
