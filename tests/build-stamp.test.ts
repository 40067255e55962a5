import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { isBuilt, stampBuild } from '../scripts/build-stamp.ts'

const dist = mkdtempSync(join(tmpdir(), 'dist-'))
afterAll(() => rmSync(dist, { recursive: true }))

/** Runs the hooks as a build does, which ends with a fault or not. */
function build({ fails }: { fails: boolean }) {
  const hooks = stampBuild().hooks as Record<string, (of?: object) => void>
  hooks['astro:config:done']!({ config: { outDir: pathToFileURL(`${dist}/`) } })
  hooks['astro:build:start']!()
  if (!fails) hooks['astro:build:done']!()
}

test('a start finds the build of "npm run build", unless it failed or its sources have changed', () => {
  expect(isBuilt(dist)).toBe(false)
  build({ fails: false })
  expect(isBuilt(dist)).toBe(true)
  build({ fails: true })
  expect(isBuilt(dist)).toBe(false)
  writeFileSync(join(dist, '.sources'), 'of other sources')
  expect(isBuilt(dist)).toBe(false)
})
