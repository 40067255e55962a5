import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NAMES } from '../read-files.ts'
import { nearestName } from './nearest-name.ts'

const FOLDERS = ['models', 'pages', 'news', 'fonts', 'pictures']
const DRAWINGS = ['logo', 'mark', 'logo-on-dark', 'mark-on-dark', 'icon'].map(
  (name) => `${name}.svg`,
)
const PAGES = NAMES.filter((name) => name.startsWith('pages/'))
const FILES = [...NAMES, ...DRAWINGS]

/**
 * Says which files and folders of a brand nothing reads although their names look like it. A brand's folder may hold
 * others beside them, such as those of a repository.
 */
export function unusedFiles(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const pages = folders.includes('pages') ? readdirSync(join(dir, 'pages')) : []
  return [
    ...folders
      .filter((name) => !FOLDERS.includes(name))
      .flatMap((name) => note(name, nearestName(name, FOLDERS), '/')),
    ...files
      .filter((name) => /\.(json|svg)$/.test(name) && !FILES.some((file) => file === name))
      .flatMap((name) => note(name, nearestName(name, FILES))),
    ...pages
      .map((name) => `pages/${name}`)
      .filter((name) => !PAGES.some((page) => page === name))
      .map((name) => `${name} isn’t used${meant(nearestName(name, PAGES))}`),
  ].sort()
}

const meant = (near: string | null, end = ''): string =>
  near === null ? '.' : `: did you mean ${near}${end}?`
/** Only of a name that is near to one that is read. */
const note = (name: string, near: string | null, end = ''): string[] =>
  near === null ? [] : [`${name}${end} isn’t used${meant(near, end)}`]
