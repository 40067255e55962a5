import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    setupFiles: ['tests/setup/no-console-errors.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
