import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localDeps, uploadsLeave } from './local-deps.ts'
import { readSettings } from './platform/settings/settings.ts'

test('files are stored before there is a database or a backup, as a restore does, and afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-deps-'))
  try {
    const settings = readSettings({
      DATABASE_URL: `file:${join(folder, 'shop.db')}`,
      UPLOADS_DIR: join(folder, 'uploads'),
      BACKUP_DIR: join(folder, 'not-yet'),
      SECRET_KEY: randomBytes(32).toString('hex'),
    })
    const { files } = localDeps(settings, uploadsLeave(settings))
    await files.put('abcdefgh12345678', Buffer.from('a photo'))
    writeFileSync(join(folder, 'shop.db'), 'a database')
    await files.put('abcdefgh12345679', Buffer.from('another'))
    expect(String(await files.get('abcdefgh12345678'))).toBe('a photo')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
