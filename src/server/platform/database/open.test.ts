import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { openDatabase } from './open.ts'

test.each([0o022, 0o077])(
  'the database is for its owner only, with a umask of %i',
  async (mask) => {
    const folder = mkdtempSync(join(tmpdir(), 'open-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const before = process.umask(mask)
    const made = join(folder, 'made', 'new.db')
    const settings = readSettings({ DATABASE_URL: `file:${made}` })
    const opened = await openDatabase(settings, () => {}).finally(() => process.umask(before))
    await sql`create table a (b)`.execute(opened)
    for (const path of [dirname(made), made, `${made}-wal`, `${made}-shm`])
      expect([path, statSync(path).mode & 0o077]).toEqual([path, 0])
    await opened.destroy()
  },
)
