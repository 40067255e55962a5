import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { PAGES_ON_DEMAND } from '#server/site/on-demand.ts'

// What no request can show, because it must be nowhere: rules of the source that docs/asvs.md names.

const sources = globSync('src/**/*.{ts,tsx,astro}')
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The files under a folder that match, by name. */
const filesWith = (pattern: RegExp, under = 'src/'): string[] =>
  sources
    .filter(({ file, text }) => file.startsWith(under) && pattern.test(text))
    .map(({ file }) => file)
    .sort()

test('the server starts two programs of its own, and no shell', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(filesWith(/child_process/)).toEqual([
    'src/server/platform/files/file-cleaner.ts',
    'src/server/upkeep/backups.ts',
  ])
  expect(filesWith(/\bexecSync|\bspawn|shell: true/)).toEqual([])
})

test('the pages that are rendered for each request are counted as such', () => {
  expect(filesWith(/prerender = false/, 'src/pages/')).toEqual(
    PAGES_ON_DEMAND.map((page) => `src/pages${page}/index.astro`),
  )
})

test('queries take values as parameters', () => {
  // Names of tables and columns, in migrations.
  expect(
    filesWith(/sql\.raw|CompiledQuery\.raw/).filter((file) => !/\/migrations\//.test(file)),
  ).toEqual([])
})

test('no text is made by a format that is given', () => {
  expect(filesWith(/util\.format|\{[^}]*\bformat(WithOptions)?\b[^}]*\} from 'node:util'/)).toEqual(
    [],
  )
  expect(filesWith(/\blog\.(trace|debug|info|warn|error)\([^'`{)][^,)]*\)/, 'src/server/')).toEqual(
    [],
  )
})

test('no text is run as a program', () => {
  expect(filesWith(/\beval\(|\bnew Function\(|node:vm|set(Timeout|Interval)\(['"`]/)).toEqual([])
})

test('regular expressions are made of names and numbers in the source only', () => {
  const made = sources.flatMap(({ text }) =>
    [...text.matchAll(/new RegExp\(`([^`]*)`/g)].flatMap(([, pattern]) =>
      [...pattern!.matchAll(/\$\{([^}]*)\}/g)].map(([, part]) => part),
    ),
  )
  expect(new Set(made)).toEqual(new Set(['VERIFICATION_CODE_LENGTH', 'BUILT_DAYS', 'name']))
  expect(filesWith(/RegExp\((?!`)/)).toEqual([])
  expect(filesWith(/new RegExp\(`[^`]*\$\{name\}/)).toEqual([
    'src/server/platform/files/check-pdf.ts',
  ])
})

test('islands put no HTML into the page, and pages only what the build draws', () => {
  const writes = /\.(inner|outer)HTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/
  expect(filesWith(writes)).toEqual([])
  const parts = sources.flatMap(({ text }) =>
    [...text.matchAll(/set:html=\{(\w+)/g)].map(([, from]) => from),
  )
  expect([...new Set(parts)].sort()).toEqual(
    ['backdrop', 'car', 'drawing', 'heroCar', 'json', 'inlined', 'HEAD_SCRIPT'].sort(),
  )
})

test('every page has the menu, where people sign out', () => {
  const pages = globSync('src/pages/**/*.astro').filter((file) => !/\/_[^/]*$/.test(file))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((file) => !filesWith(/layouts\/Site\.astro/).includes(file))).toEqual([])
  expect(filesWith(/<UserMenu client:load \/>/)).toContain('src/layouts/Site.astro')
})

test('no field stops a paste', () => {
  expect(filesWith(/onPaste|onBeforeInput|['"](paste|beforeinput)['"]/)).toEqual([])
})

test('pages take no messages from other windows', () => {
  expect(filesWith(/addEventListener\(['"]message['"]|\bonmessage\b/)).toEqual([])
})

test('chance that must not be guessed comes from the system', () => {
  // It spreads waits.
  expect(filesWith(/Math\.random/)).toEqual(['src/server/platform/jobs/queue-worker.ts'])
})

test('cryptography is Node’s own, by the algorithms that docs/asvs.md names', () => {
  const named = (pattern: RegExp) =>
    sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name))
  const hashes = /create(?:Hash|Hmac)\(\s*'([^']*)'|hkdfSync\('([^']*)'/g
  expect(new Set(named(hashes))).toEqual(new Set(['sha256', undefined]))
  expect(filesWith(/create(Hash|Hmac)\(\s*[^'\s]/)).toEqual([])
  expect(new Set(named(/createCipheriv\((\w+)/g))).toEqual(new Set(['ALGORITHM']))
  expect(new Set(named(/const ALGORITHM = '([^']*)'/g))).toEqual(new Set(['aes-256-gcm']))
  expect(new Set(named(/argon2\(\s*'([^']*)'/g))).toEqual(new Set(['argon2id']))
})

test('certificates of other servers are always checked', () => {
  expect(filesWith(/rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
})

test('a running server writes by its log only', () => {
  expect(filesWith(/\bconsole\.|process\.std(out|err)/, 'src/server/')).toEqual([
    // Why it does not start.
    'src/server/main.ts',
    // The pipe by which the process that reads files answers.
    'src/server/platform/files/worker.ts',
    // Which call the simulator does not know.
    'src/server/providers/card/simulator/api.ts',
    // That it has started.
    'src/server/serve.ts',
  ])
})

test('no call asks for a hint or a secret question', () => {
  expect(Object.keys(contract).length).toBeGreaterThan(80)
  const contracts = sources.filter(({ file }) => /^src\/lib\/.*calls\.ts$/.test(file))
  expect(contracts.filter(({ text }) => /passwordHint|hint:|secretQuestion/i.test(text))).toEqual(
    [],
  )
})
