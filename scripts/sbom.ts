import { existsSync, globSync, readFileSync } from 'node:fs'
import type { NotedPackages } from './note-packages.ts'

// npm run build && npm run -s sbom
//
// Lists the packages of a built storefront as CycloneDX: those installed to run, and those bundled into files of the server
// and of the browser. npm's own list leaves out bundled packages that are development dependencies.

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
const { name, version, license, packages } = {
  ...read<{ name: string; version: string; license: string }>('package.json'),
  ...read<{ packages: Record<string, Installed> }>('package-lock.json'),
}
interface Installed {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

const notes = globSync('dist/**/packages*.json')
if (notes.length === 0) {
  console.error('There is no build to list. Run "npm run build" first.')
  process.exit(1)
}
const built = new Set(
  notes.flatMap((file) => Object.values(read<NotedPackages>(file).inside).flat()),
)
const isInIt = ([path, { dev, optional, devOptional }]: [string, Installed]) =>
  path !== '' &&
  ((!dev && !optional && !devOptional) ||
    // Native parts for this system.
    (!dev && optional && existsSync(path)) ||
    built.has(path.slice('node_modules/'.length)))

const purlOf = (path: string, { version }: Installed) =>
  `pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13).replace('@', '%40')}@${version}`

const components = Object.entries(packages)
  .filter(isInIt)
  .map(([path, one]) => ({
    type: 'library',
    'bom-ref': path,
    name: path.slice(path.lastIndexOf('node_modules/') + 13),
    version: one.version,
    purl: purlOf(path, one),
    ...(one.license && { licenses: [{ license: { name: one.license } }] }),
    ...(one.integrity && {
      hashes: [
        {
          alg: 'SHA-512',
          content: Buffer.from(one.integrity.replace('sha512-', ''), 'base64').toString('hex'),
        },
      ],
    }),
  }))

const metadata = {
  component: { type: 'application', name, version, licenses: [{ license: { id: license } }] },
}
console.log(
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }),
)
