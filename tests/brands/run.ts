import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeCar3d } from './car-3d.ts'
import { writePhotographs } from './photographs.ts'

// Builds the second brand, one of its two cars with photographs and both in 3D, and runs its browser tests on that build:
//   npm run test:brand

const folder = mkdtempSync(join(tmpdir(), 'kowhai-'))
const brand = join(folder, 'brand')

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BUILT_BRAND: folder, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

try {
  cpSync('tests/brands/kowhai', brand, { recursive: true })
  await writePhotographs(brand, 'kea')
  for (const slug of ['kea', 'tui']) await writeCar3d(brand, slug)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  // Only what builds reads the folder: the tests know the sample brand, to look for it.
  process.env.BRAND_DIR = brand
  run(process.execPath, 'scripts/catalogue.ts', 'check')
  run('astro', 'build', '--silent', '--outDir', join(folder, 'dist'))
  delete process.env.BRAND_DIR
  run('playwright', 'test', '--config', 'tests/brands/playwright.config.ts')
} finally {
  rmSync(folder, { recursive: true })
}
