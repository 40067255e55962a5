import { spawnSync } from 'node:child_process'
import { browserPath, wholeBrowserPath } from './browser-path.ts'

// Finds a browser for the tests: the one of BROWSER_PATH, Playwright's own or the system's Chromium. Otherwise installs
// one from Playwright, or else from Debian.

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

const noBrowser = () => wholeBrowserPath() === null
const installFromDebian = (...packages: string[]) =>
  run('apt-get', 'update') &&
  run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)

const steps: [needed: () => boolean, what: string, install: () => boolean][] = [
  [
    noBrowser,
    'Installing a browser with Playwright …',
    () => run('playwright', 'install', 'chromium'),
  ],
  [
    noBrowser,
    'Playwright couldn’t download one. Installing Debian’s Chromium …',
    () => installFromDebian('chromium'),
  ],
  [
    // Optional: the tests take two thirds of the time in it.
    () => browserPath() === '/usr/bin/chromium' && process.getuid?.() === 0,
    'Installing the headless shell of Debian’s Chromium …',
    () => installFromDebian('chromium-headless-shell'),
  ],
]

for (const [needed, what, install] of steps) {
  if (!needed()) continue
  console.log(what)
  install()
}

const path = browserPath()
if (path === null) {
  console.error(
    'No browser found for the tests. Install Chromium, or set BROWSER_PATH to one, and run this again.',
  )
  process.exit(1)
}
console.log(`Browser tests use ${path}`)
