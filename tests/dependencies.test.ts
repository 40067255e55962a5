import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Only reviewed packages are installed: docs/dependencies.md says why each is here.

const read = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
const { dependencies, devDependencies, allowScripts, engines } = read<{
  engines: { node: string }
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}>('package.json')

interface Installed {
  version: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  license?: string
  engines?: { node?: string }
}
const { '': _own, ...installed } = read<{ packages: Record<string, Installed> }>(
  'package-lock.json',
).packages
const entries = Object.entries(installed)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)
const those = (is: (one: Installed) => boolean) =>
  entries.filter(([, one]) => is(one)).map(([path]) => nameOf(path))

test('each dependency has one exact version, and it is the one installed', () => {
  for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
    // A second version of a package has another name here.
    const version = wanted.replace(/^npm:typescript@/, '')
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(installed[`node_modules/${name}`]?.version, name).toBe(version)
  }
})

test('playwright and its test runner are listed, in one version', () => {
  expect(devDependencies.playwright).toBe(devDependencies['@playwright/test'])
})

test('each package is held by its hash, and none by an address', () => {
  expect(those(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(those(({ resolved }) => resolved !== undefined)).toEqual([])
})

test('no install script runs but those that are allowed by name', () => {
  const scripted = [...new Set(those(({ hasInstallScript }) => hasInstallScript === true))]
  expect(scripted.sort()).toEqual(Object.keys(allowScripts).sort())
})

// npm leaves out what is optional and not for the Node it runs on, without a word: the build’s native parts are such.
test('no optional package needs a newer Node than package.json asks for', () => {
  const ranges = entries.flatMap(([, one]) => (one.optional && one.engines?.node) || [])
  const newestNeeded = (major: number) =>
    Math.max(
      ...ranges
        .flatMap((range) => [...range.matchAll(new RegExp(`(?:\\^|>= ?)${major}\\.(\\d+)`, 'g'))])
        .map(([, minor]) => Number(minor)),
    )
  expect(engines.node).toBe(`^20.${newestNeeded(20)}.0 || ^22.${newestNeeded(22)}.0 || >=24.0.0`)
})

test('a built server needs at most 91 installed packages', () => {
  const needed = those(({ dev, optional, devOptional }) => !dev && !optional && !devOptional)
  expect(needed.length).toBeLessThanOrEqual(91)
})

// npm can leave out optional packages, such as sharp's native parts.
test('the image is installed with the native parts that read pictures', () => {
  const prune = /npm prune (.*?) \\$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1]
  expect(prune).toBe('--omit=dev')
  const native = entries.filter(([path]) => /@img\/sharp-(libvips-)?linux-(x64|arm64)$/.test(path))
  expect(native.map(([, { optional, dev }]) => [optional, dev])).toEqual(
    Array(4).fill([true, undefined]),
  )
})

test('the settings file of the containers does not get into their image', () => {
  const names = /env_file: \[\{ path: (\S+),/.exec(readFileSync('compose.yaml', 'utf8'))
  expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain(names?.[1])
})

test('each dependency is said why it is here', () => {
  const said = readFileSync('docs/dependencies.md', 'utf8')
  const isSaid = (name: string) =>
    said.includes(`\`${name}\``) || (name.startsWith('@types/') && said.includes('`@types/*`'))
  const names = Object.keys({ ...dependencies, ...devDependencies })
  expect(names.filter((name) => !isSaid(name))).toEqual([])
})

test('the licences that the site serves name every package its scripts import', () => {
  const licences = readFileSync('public/licences.txt', 'utf8')
  const imported = globSync('src/{islands,stores,ui,lib}/**/*.{ts,tsx}')
    .filter((file) => !/\.(test|fixture)\./.test(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(file, 'utf8').matchAll(/from '((?:@[\w-]+\/)?[a-z][\w-]*)[^':]*'/g),
        ([, name]) => name!,
      ),
    )
  expect(imported).toContain('react')
  expect([...new Set(imported)].filter((name) => !licences.includes(`  ${name} `))).toEqual([])
})
