import { rmSync } from 'node:fs'
import { buildSecondBrand, run } from './build.ts'

// Builds the second brand and runs its browser tests on that build: npm run test:brand

const folder = await buildSecondBrand()
try {
  // The tests know the sample brand, to look for it: only what builds reads the folder.
  run('playwright', ['test', '--config', 'tests/brands/playwright.config.ts'], {
    BUILT_BRAND: folder,
  })
} finally {
  rmSync(folder, { recursive: true })
}
