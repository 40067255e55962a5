import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { LoadedPackages } from './loaded-packages.ts'

/** What the built server is made of. No browser and no server: its parts are loaded in a process of their own. */

const loaded = () =>
  JSON.parse(
    execFileSync(process.execPath, ['tests/e2e/loaded-packages.ts'], { encoding: 'utf8' }),
  ) as LoadedPackages

test('the built server loads nothing that is installed only to build', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const { fromModules } = loaded()
  expect(fromModules).toContain('pg')
  expect(fromModules.filter((name) => packages[`node_modules/${name}`]?.dev)).toEqual([])
})

test('a server on PostgreSQL is made of at most 100 packages, what is bundled counted', () => {
  const { bundled, fromModules } = loaded()
  expect(bundled).toContain('hono')
  expect(fromModules).toEqual(expect.arrayContaining(['pdfkit', 'pg']))
  expect(new Set([...bundled, ...fromModules]).size).toBeLessThanOrEqual(100)
})

test('the list of components has all that the server and the browser have parts of', () => {
  const list = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.ts'], { encoding: 'utf8' }),
  ) as { components: { name: string }[] }
  const names = list.components.map(({ name }) => name)
  const { bundled, fromModules } = loaded()
  expect(names).toEqual(expect.arrayContaining([...bundled, ...fromModules]))
  expect(names).toEqual(expect.arrayContaining(['react-dom', 'nanostores', 'signature_pad']))
  expect(names).not.toContain('vitest')
})
