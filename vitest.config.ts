import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SERVER_SIDE = ['src/{content,lib,server}/**/*.test.ts', 'tests/**/*.test.ts']

/** Small files whose processes and histories take longest: last, they would leave a core idle. */
const LONG = /\/tests\/(faults|fuzz|payments|models|brands|drill)\//

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Storefronts and commands that tests start are compiled once: a quarter to a half of what they take.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    setupFiles: ['tests/setup/no-console-errors.ts'],
    // In CI a second try, reported, for what only a busy machine makes slow.
    retry: process.env.CI ? 1 : 0,
    // One more than there are cores: those that wait for a process or a clock leave theirs to it.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'browser side',
          // A window of its own for each file takes a third of what a process of its own takes.
          pool: 'vmThreads',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...SERVER_SIDE],
        },
      },
      {
        extends: true,
        test: {
          name: 'server side',
          include: SERVER_SIDE,
          // Nothing here keeps a state of its own beside a database: files share the modules they load,
          // and their worker's database on a PostgreSQL server.
          isolate: false,
        },
      },
    ],
  },
})
