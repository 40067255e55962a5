import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from './test.ts'
import { readBuilt } from '#server/site/built-files.ts'

const FOLDER = 'dist/client'
const { base } = JSON.parse(readFileSync('dist/build.json', 'utf8')) as { base: string }
const root = base.replace(/\/+$/, '')

/** The most that the scripts of a page may weigh as it opens, in kB of brotli; of a page that is not named, as content. */
const SCRIPTS_KB: Record<string, number> = {
  content: 72,
  '/build-and-quote/': 93,
  '/customer/': 113,
  '/staff/': 115,
  // A form, or a list that its reader chooses from, and what starts the chat.
  '/compare/': 82,
  '/contact/': 110,
  '/demo/lab/': 85,
  '/demo/mail/': 86,
  '/order/': 85,
  '/quote/': 90,
  '/service/': 112,
  '/test-drive/': 110,
  '/watch/': 85,
}
/** What the headers of an answer weigh over HTTP/2, where it is one of many. */
const HEADER_BYTES = 75

test('the scripts of every page stay within their budget', () => {
  const bodiesOf = (script: string) => readBuilt('dist', script)!
  const heavy = globSync(`${FOLDER}/**/*.html`).flatMap((file) => {
    const path = file.slice(FOLDER.length).replace(/index\.html$/, '')
    const html = readFileSync(file, 'utf8')
    const scripts = scriptsOf(html, (script) => bodiesOf(script).identity.toString())
    const bytes = scripts.map((script) => {
      const { br, identity } = bodiesOf(script)
      return (br ?? identity).length + HEADER_BYTES
    })
    // To a tenth: the names of files inside are chance, and weigh more or less with every build.
    const kB = Math.round(bytes.reduce((sum, size) => sum + size, 0) / 100) / 10
    const most = SCRIPTS_KB[path] ?? SCRIPTS_KB.content!
    return kB > most ? [`${path}: ${kB.toFixed(1)} of ${most} kB in ${scripts.length} files`] : []
  })
  expect(heavy).toEqual([])
})

/** Without React and the islands of every page, the first of which another one's file names. */
const isOwn = (script: string) => !/\/(vendor|site-islands)\./.test(script)

for (const path of ['/build-and-quote/', '/customer/', '/staff/', '/purchase/'])
  test(`${path} names every script of its first screen, so that none waits for another`, async ({
    request,
  }) => {
    const html = await (await request.get(path)).text()
    const read = (script: string) => readBuilt('dist', script)!.identity.toString()
    const linked = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, href]) =>
      href!.slice(root.length),
    )
    const needed = scriptsOf(html, read).filter(isOwn)
    expect(needed.length).toBeGreaterThan(2)
    expect(linked.toSorted()).toEqual(needed.toSorted())
  })

/** The scripts that a page asks for before anybody does anything, below the site's base. */
function scriptsOf(html: string, read: (script: string) => string): string[] {
  const found = new Set<string>()
  const add = (script: string) => {
    if (found.has(script)) return
    found.add(script)
    for (const [, to] of read(script).matchAll(/(?:from|import)\s*["'`](\.[^"'`]+)["'`]/g))
      add(posix.join(posix.dirname(script), to!))
  }
  const urls = html.matchAll(/(?:<script[^>]* src|component-url|renderer-url)="([^"]+)"/g)
  for (const [, url] of urls) add(url!.slice(root.length))
  return [...found]
}
