import { restoreBackup } from '../../src/server/platform/backup/restore.ts'
import { dataKeyName } from '../../src/server/platform/crypto/key-check.ts'
import { BackupError } from '../../src/server/platform/backup/sealed-file.ts'
import { takeBackup } from '../../src/server/platform/backup/take.ts'
import type { LocalDeps } from '../../src/server/local-deps.ts'
import { CommandError, type Command } from './command.ts'

const asCommandError = (error: unknown): never => {
  throw error instanceof BackupError ? new CommandError(error.message) : error
}

const countOf = (rows: Record<string, number>) =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

export const BACKUP_COMMANDS: Record<string, Command<LocalDeps>> = {
  backup: {
    takes: 'FILE.backup',
    what: 'writes an encrypted copy of the embedded database, even while the storefront is running',
    async run(deps, typed) {
      const file = typed.word('FILE')
      typed.end()
      const { manifest, missing } = await takeBackup(deps, file).catch(asCommandError)
      const { rows, files } = manifest
      const lacks =
        missing.length > 0
          ? ` ${missing.length} more weren’t found, ${missing[0]} among them. Check UPLOADS_DIR or UPLOADS_S3_BUCKET.`
          : ''
      return `${file}: ${countOf(rows)} rows of ${Object.keys(rows).length} tables; ${files.length - missing.length} uploaded files are in "files" beside it.${lacks} It can be opened only with this SECRET_KEY.`
    },
  },
  restore: {
    takes: 'FILE.backup',
    what: 'replaces the embedded database with a backup; the storefront must be stopped',
    async run(deps, typed) {
      const file = typed.word('FILE')
      typed.end()
      const { manifest, keptAs, missing, locked } = await restoreBackup(deps, file).catch(
        asCommandError,
      )
      const lines = [
        `The database is as it was at ${manifest.takenAt}: ${countOf(manifest.rows)} rows.`,
      ]
      if (keptAs !== null) lines.push(`The previous database was kept as ${keptAs}.`)
      if (missing.length > 0) lines.push(`Uploaded files not found: ${missing.join(', ')}.`)
      if (locked.fileIds.length > 0)
        lines.push(
          `Uploaded files that cannot be read without ${locked.keyIds.map(dataKeyName).join(', ')}: ${locked.fileIds.join(', ')}. Add it to DATA_KEYS before you start.`,
        )
      return lines.join('\n')
    },
  },
}
