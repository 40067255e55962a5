import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'without-brand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

function run(script: string, ...args: string[]) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', `scripts/${script}.ts`, ...args],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `file:${join(folder, 'storefront.db')}`,
        UPLOADS_DIR: join(folder, 'uploads'),
        BRAND_DIR: folder,
      },
    },
  )
  return stdout + stderr
}

test('a brand that is not valid at the moment keeps neither backups nor commands from running', () => {
  const nadia = ['nadia@cars.example', 'Nadia', 'Ito', '--roles', 'admin']
  expect(run('admin', 'staff', 'add', ...nadia)).toContain('nadia@cars.example')
  const backup = join(folder, 'now.backup')
  expect(run('admin', 'backup', backup)).toContain('rows of')
  expect(run('admin', 'restore', backup)).toContain('The database is as it was')
}, 90_000)

test('nor does it keep recalls from being imported, and the stock, which needs it, says what is wrong', () => {
  const recalls = join(folder, 'recalls.csv')
  writeFileSync(
    recalls,
    `recallNumber,title,description,remedy,severity,published,source,vin,registration,model,year,status
TVN-2026-001,Seat belt,It may come loose.,We replace it.,SAFETY,2026-11-20,Tarn,7AVTN3H24N0001023,ABC123,Tarn,2024,OUTSTANDING
`,
  )
  expect(run('import', 'recalls', recalls)).toBe('1 recalls of 1 vehicles imported.\n')
  const stock = run('import', 'stock', recalls)
  expect(stock).toContain('The content has')
  expect(stock).not.toContain('    at ')
}, 90_000)
