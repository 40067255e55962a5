import { spawnSync } from 'node:child_process'
import { browserPath, wholeBrowserPath } from './browser-path.ts'

// Makes sure there is a browser for the tests: one that is named, Playwright's own, the system's Chromium,
// or one that is installed now, from Playwright or else from Debian.

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/** One as people have it, and one that takes less. */
const DEBIANS = ['chromium', 'chromium-headless-shell']

const steps: [what: string, install: () => boolean][] = [
  ['Installing a browser with Playwright …', () => run('playwright', 'install', 'chromium')],
  [
    'Playwright could not download one. Installing Debian’s Chromium …',
    () =>
      run('apt-get', 'update') &&
      run('apt-get', 'install', '-y', '--no-install-recommends', ...DEBIANS),
  ],
]

for (const [what, install] of steps) {
  if (wholeBrowserPath() !== null) break
  console.log(what)
  install()
}

const path = browserPath()
if (path === null) {
  console.error(
    'There is no browser for the tests. Install Chromium, or set BROWSER_PATH to one, and run this again.',
  )
  process.exit(1)
}
console.log(`Browser tests use ${path}`)
