import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('a brand that is not valid at the moment keeps neither backups nor commands from running', () => {
  const folder = mkdtempSync(join(tmpdir(), 'without-brand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['--no-warnings', 'scripts/admin.ts', ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `file:${join(folder, 'storefront.db')}`,
        UPLOADS_DIR: join(folder, 'uploads'),
        BRAND_DIR: folder,
      },
    })
  const nadia = ['nadia@cars.example', 'Nadia', 'Ito', '--roles', 'admin']
  expect(run('staff', 'add', ...nadia)).toContain('nadia@cars.example')
  const backup = join(folder, 'now.backup')
  expect(run('backup', backup)).toContain('rows of')
  expect(run('restore', backup)).toContain('The database is as it was')
}, 90_000)
