import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { TURNSTILE_ON_PAGES } from '#server/providers/captcha/turnstile.ts'
import { pageVendors } from '#server/look-ups.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

const TURNSTILE = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'a', CAPTCHA_SECRET: 's' }

/** Which top folder of src/ may import which. A folder may always import itself. */
const MAY_IMPORT: Record<string, string[]> = {
  lib: [],
  content: ['lib'],
  stores: ['lib'],
  ui: ['lib'],
  islands: ['ui', 'stores', 'lib'],
  server: ['lib', 'content'],
  components: ['ui', 'lib', 'content'],
  layouts: ['components', 'islands', 'ui', 'lib', 'content', 'styles'],
  pages: ['layouts', 'components', 'islands', 'ui', 'lib', 'content', 'styles'],
  styles: [],
}

/** `import type` may reach further where a shape of the content is only named. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const files = globSync('src/**/*.{ts,tsx,astro}').filter(
  (file) => !/\.(test|fixture)\.tsx?$/.test(file) && file.split('/').length > 2,
)

const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2]!)
    .flatMap((target) => {
      if (target.startsWith('#')) return [target.slice(1)]
      if (target.startsWith('.')) return [relative('src', join(dirname(file), target))]
      return []
    })
    .filter((target) => !target.startsWith('..'))

test('folders import only what they may', () => {
  const offenders = files.flatMap((file) => {
    const folder = file.split('/')[1]!
    return importsOf(file)
      .filter((target) => {
        const top = target.split('/')[0]!
        return top !== folder && !MAY_IMPORT[folder]?.includes(top)
      })
      .map((target) => `${file} imports ${target}`)
  })
  expect(offenders).toEqual([])
})

test('an island keeps its insides to itself', () => {
  const offenders = files
    .filter((file) => file.startsWith('src/islands/'))
    .flatMap((file) => {
      const island = file.split('/')[2]!
      return importsOf(file)
        .filter((target) => target.startsWith('islands/') && target.split('/')[1] !== island)
        .map((target) => `${file} imports ${target}`)
    })
  expect(offenders).toEqual([])
})

test('a captcha vendor is let onto the pages that may ask it, and onto no other', () => {
  const reaches = (file: string, seen = new Set<string>()): boolean => {
    if (file === 'src/stores/sign-in/turnstile.ts') return true
    if (seen.has(file)) return false
    seen.add(file)
    return importsOf(file)
      .filter((target) => /\.(tsx?|astro)$/.test(target))
      .some((target) => reaches(`src/${target}`, seen))
  }
  const pages = globSync('src/pages/**/*.astro')
    .filter((page) => reaches(page))
    .map((page) => `/${relative('src/pages', dirname(page))}/`)
  expect(pages.sort()).toEqual(TURNSTILE_ON_PAGES.pages)
  expect(pageVendors(readSettings(TURNSTILE))).toEqual([TURNSTILE_ON_PAGES])
})

test('stores do not know React', () => {
  const offenders = files
    .filter((file) => file.startsWith('src/stores/'))
    .filter((file) =>
      /from ['"](react|react-dom|@nanostores\/react)['"]/.test(readFileSync(file, 'utf8')),
    )
  expect(offenders).toEqual([])
})

/** Every file of source, with those it imports, types included. */
const imports = new Map(
  globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
    .map((file) => {
      const found = readFileSync(file, 'utf8').matchAll(
        /(?:\bfrom|\bimport\(|^import)\s*['"]([#.][^'"]+)['"]/gm,
      )
      const targets = [...found].map(([, target]) =>
        target!.startsWith('#')
          ? `src/${target!.slice(1)}`
          : relative('.', join(dirname(file), target!)),
      )
      return [file, targets] as const
    }),
)
/** `server/quotes` of `src/server/quotes/calls.ts`; `server` of a file beside the rooms. */
const roomOf = (file: string): string => file.split('/').slice(1, -1).slice(0, 2).join('/')
const importsBetween = (from: RegExp, to: RegExp): string[] =>
  [...imports].flatMap(([file, targets]) =>
    from.test(roomOf(file))
      ? targets
          .filter((target) => roomOf(target) !== roomOf(file) && to.test(roomOf(target)))
          .map((target) => `${file} imports ${target}`)
      : [],
  )

test('the platform knows no noun', () => {
  expect(importsBetween(/^server\/platform$/, /^server\/(?!platform|providers)/)).toEqual([])
  expect(importsBetween(/^server\/platform$/, /^lib\/(?!shared|api)/)).toEqual([])
  expect(importsBetween(/^lib\/shared$/, /^lib\/(?!api)/)).toEqual([])
})

test('a provider knows its port and the platform', () => {
  expect(importsBetween(/^server\/providers$/, /^server\/(?!platform|providers)/)).toEqual([])
})

test('no file imports in a circle, types included', () => {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file))
      circles.push([...path.slice(path.indexOf(file)), file].join(' imports '))
    if (done.has(file) || path.includes(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  expect(imports.size).toBeGreaterThan(500)
  expect(circles).toEqual([])
})

test('a folder holds what fits on a screen', () => {
  const counts = new Map<string, number>()
  for (const file of imports.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 26)).toEqual([])
})

test('only a migration may write raw table definitions', () => {
  const offenders = globSync('src/server/**/*.ts')
    .filter((file) => !file.includes('/migrations/'))
    .filter((file) => /sql\.raw\(/.test(readFileSync(file, 'utf8')))
  expect(offenders).toEqual([])
})

test('the settings page names every setting, and no other', () => {
  const source = globSync(['src/server/platform/settings/*.ts', 'src/content/brand-dir.ts'])
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const read = [
    ...source.matchAll(/(?:text|number|flag|choice|needed|server)\(\s*'([A-Z0-9_]+)'/g),
    ...source.matchAll(/process\.env\.([A-Z_]+)/g),
  ].map((match) => match[1]!)
  const limits = [...source.matchAll(/^ {2}(LIMIT_[A-Z0-9_]+):/gm)].map((match) => match[1]!)
  const told = readFileSync('docs/settings.md', 'utf8').matchAll(/`([A-Z][A-Z0-9]*_?[A-Z0-9_]*)`/g)
  const settings = [...told].map((match) => match[1]!).filter((name) => !/^[A-Z]$/.test(name))
  expect([...new Set(settings)].sort()).toEqual([...new Set([...read, ...limits])].sort())
})

test('every class of the style sheets is worn', () => {
  const worn = globSync(['src/**/*.{ts,tsx,astro}', 'src/content/**/*.md'])
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8').replace(/<style[^>]*>[^]*?<\/style>/g, ''))
    .join('\n')
  const names = new Set(worn.match(/[A-Za-z_][\w-]*/g))
  /** `toast--` of `toast--${kind}` covers each kind. */
  const families = [...worn.matchAll(/([A-Za-z_][\w-]*-)(?=\$\{)/g)].map((match) => match[1]!)
  const offenders = globSync(['src/**/*.css', 'src/**/*.astro']).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const styles = file.endsWith('.css')
      ? text
      : (/<style[^>]*>([^]*?)<\/style>/.exec(text)?.[1] ?? '')
    const classes = styles.replace(/\/\*[^]*?\*\/|url\([^)]*\)/g, '').match(/\.[A-Za-z_][\w-]*/g)
    return [...new Set(classes)]
      .map((name) => name.slice(1))
      .filter((name) => !names.has(name) && !families.some((family) => name.startsWith(family)))
      .map((name) => `${file} styles .${name}`)
  })
  expect(offenders).toEqual([])
})

test('every island is mounted with client:load', () => {
  const mounted = globSync('src/**/*.astro').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bclient:[a-z]+/g)].map(([how]) => ({ file, how })),
  )
  expect(mounted.length).toBeGreaterThan(4)
  expect(mounted.filter(({ how }) => how !== 'client:load')).toEqual([])
})
