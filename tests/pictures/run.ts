import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { whatThisMachineHas } from './made-with.ts'
import { shrinkPictures } from './shrink.ts'
import { type MadeWith, whyNotCompared } from './why-not-compared.ts'

// Compares the pictures with the build in `dist`, where the browser and the typefaces are those they were made with.
// `--renew` makes them again with those of this machine.

const FOLDER = 'tests/pictures'
const MADE_WITH = `${FOLDER}/made-with.json`

const here = await whatThisMachineHas()

if (process.argv.includes('--renew')) {
  if (here === null) throw new Error('Pictures are drawn by a whole browser. Install Chromium.')
  const status = playwright('--update-snapshots')
  if (status !== 0) process.exit(status)
  await shrinkPictures(`${FOLDER}/images`)
  writeFileSync(MADE_WITH, JSON.stringify(here))
  run('prettier', '--write', MADE_WITH)
} else {
  const madeWith = JSON.parse(readFileSync(MADE_WITH, 'utf8')) as MadeWith
  const reason = whyNotCompared(madeWith, here)
  if (reason === null) process.exit(playwright())
  console.log(`Pictures are not compared (skipped): ${reason}.`)
}

function playwright(...options: string[]): number {
  return run('playwright', 'test', '--config', `${FOLDER}/playwright.config.ts`, ...options)
}

function run(command: string, ...args: string[]): number {
  return spawnSync(command, args, { stdio: 'inherit' }).status ?? 1
}
