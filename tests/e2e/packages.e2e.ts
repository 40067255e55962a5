import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { LoadedPackages } from './loaded-packages.ts'

/** The packages of the built server. No browser and no server: a process of its own loads the parts of the build. */

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

test('a server that has started and rendered its pages has loaded at most 35 packages', () => {
  const { atStart } = loaded()
  expect(atStart).toEqual(expect.arrayContaining(['hono', 'kysely', 'react-dom']))
  expect(atStart.length).toBeLessThanOrEqual(35)
})

test('a server on PostgreSQL that has used every feature has loaded at most 97 packages', () => {
  const { bundled, fromModules } = loaded()
  expect(bundled).toContain('hono')
  expect(fromModules).toEqual(expect.arrayContaining(['pdfkit', 'pg']))
  expect(new Set([...bundled, ...fromModules]).size).toBeLessThanOrEqual(97)
})

test('the list of components has every package of the server and the browser', () => {
  const list = JSON.parse(
    execFileSync(process.execPath, ['scripts/sbom.ts'], { encoding: 'utf8' }),
  ) as { components: { name: string }[] }
  const names = list.components.map(({ name }) => name)
  const { bundled, fromModules } = loaded()
  expect(names).toEqual(expect.arrayContaining([...bundled, ...fromModules]))
  expect(names).toEqual(expect.arrayContaining(['react-dom', 'nanostores', 'signature_pad']))
  expect(names).not.toContain('vitest')
})
