import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeCar3d } from './car-3d.ts'
import { writePhotographs } from './photographs.ts'

/** Runs a program that must succeed; what it says is shown. */
export function run(command: string, args: string[], env: Record<string, string>): void {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

/**
 * Builds the second brand, one of its two cars (the Kea) with photographs and both in 3D.
 *
 * @returns A folder of its own with the build in `dist`; the caller removes it.
 */
export async function buildSecondBrand(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kowhai-'))
  const brand = join(folder, 'brand')
  try {
    cpSync('tests/brands/kowhai', brand, { recursive: true })
    await writePhotographs(brand, 'kea')
    for (const slug of ['kea', 'tui']) await writeCar3d(brand, slug)
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    run(process.execPath, ['scripts/catalogue.ts', 'check'], { BRAND_DIR: brand })
    run('astro', ['build', '--silent', '--outDir', join(folder, 'dist')], { BRAND_DIR: brand })
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}
