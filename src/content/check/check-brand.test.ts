import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brandDir } from '../brand-dir.ts'

const run = promisify(execFile)
const OF_A_BRAND = /\.(json|md|svg|woff2|png|jpe?g|webp|avif)$|\/[^./]+$/

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'brand-'))
  cpSync(brandDir, dir, { recursive: true, filter: (path) => OF_A_BRAND.test(path) })
})
afterEach(() => rmSync(dir, { recursive: true }))

/** What `npm run catalogue:check` says of the folder. */
const check = async (): Promise<string[]> => {
  const env = { ...process.env, BRAND_DIR: dir }
  const { stdout, stderr } = await run(process.execPath, ['scripts/catalogue.ts', 'check'], {
    env,
  }).catch((error: unknown) => error as { stdout: string; stderr: string })
  return `${stdout}${stderr}`.replaceAll(`${dir}/`, '').trim().split('\n')
}
const change = (file: string, from: string, to: string) => {
  const text = readFileSync(join(dir, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(dir, file), text.replace(from, to))
}

test('a copy of the sample brand is valid', async () => {
  const [said, ...notes] = await check()
  expect(said).toMatch(/^Tarvane, in .*, is valid: 8 models/)
  expect(said).toContain(dir)
  expect(notes).toEqual([])
})

test('a folder and files that nothing reads are named with what was meant', async () => {
  for (const name of ['picture', 'docs', '.git']) mkdirSync(join(dir, name))
  for (const name of ['dealer.json', 'package.json', 'README.md', 'pages/faq.json'])
    writeFileSync(join(dir, name), '')
  const [, ...notes] = await check()
  expect(notes).toEqual([
    'dealer.json isn’t used: did you mean dealers.json?',
    'pages/faq.json isn’t used.',
    'picture/ isn’t used: did you mean pictures/?',
  ])
})

test('every fault of every part is named at once, with its file and line', async () => {
  change('brand.json', '"#1E3A5F"', '"#FFD500"')
  change('colours.json', '"code": "RDB"', '"code": "RDX"')
  change('news/firn-arrives.md', 'colourCode: GYM', 'colourCode: QQQ')
  change('news/tarn-2027.md', 'title:', 'titel:')
  writeFileSync(join(dir, 'logo.svg'), '<svg viewBox="0 0 8 8">\n<script/></svg>')
  cpSync(join(dir, 'logo.svg'), join(dir, 'fonts/left-over.woff2'))
  const [first, ...faults] = await check()
  expect(first).toMatch(/^The content has \d+ errors:$/)
  for (const fault of [
    /^brand\.json:\d+: colours\.primary: #FFD500 is hard to read/,
    /^colours\.json:\d+: \[\d+\]\.code: no grade has RDX/,
    /^models\/\w+\.json:\d+: variants\[0\]\.colourCodes: there is no colour RDB$/,
    /^logo\.svg:2: has a script/,
  ])
    expect(faults).toContainEqual(expect.stringMatching(fault))
})

test('what depends on sound content is named as well where the content is sound', async () => {
  change('news/firn-arrives.md', 'colourCode: GYM', 'colourCode: QQQ')
  change('news/tarn-2027.md', 'title:', 'titel:')
  change('mark.svg', ' viewBox="0 0 64 64"', '')
  cpSync(join(dir, 'logo.svg'), join(dir, 'fonts/left-over.woff2'))
  expect(await check()).toEqual([
    'The content has 5 errors:',
    'mark.svg:1: has no viewBox: add one that fits the drawing, such as viewBox="0 0 64 64"',
    'fonts/left-over.woff2: typeface.files in brand.json doesn’t list it',
    'news/firn-arrives.md:5: picture: must be a model in a colour it is sold in',
    expect.stringMatching(/^news\/tarn-2027\.md:1: title: /),
    'news/tarn-2027.md:2: titel: is no field here: did you mean title?',
  ])
})

test('links in the news lead to pages that there are', async () => {
  change(
    'news/firn-arrives.md',
    '## Charging',
    'See [it](/models/firn/), [more](/news/no-news/) and [all](/offers/).\n\n## Charging',
  )
  const [, ...faults] = await check()
  expect(faults).toEqual([
    expect.stringMatching(/^news\/firn-arrives\.md:16: there is no page \/news\/no-news\/$/),
  ])
})

test('addresses and numbers that nobody can reach are named', async () => {
  change('brand.json', '"hello@tarvane.example"', '"hello at tarvane"')
  change('brand.json', '"+64 9 555 0100"', '"555 0100"')
  change('dealers.json', '"phone": "', '"phone": "+61 ')
  const faults = (await check()).slice(1)
  expect(faults).toEqual([
    expect.stringMatching(/^brand\.json:\d+: email: must be an email address/),
    expect.stringMatching(
      /^brand\.json:\d+: phone: must be a New Zealand phone number, such as 09 555 0100/,
    ),
    expect.stringMatching(/^dealers\.json:\d+: \[0\]\.phone: must be a New Zealand phone number/),
  ])
})

test('a yearly cost on a label that the prices of economy.json don’t give is named', async () => {
  change('economy.json', '"petrolPerLitreCents": ', '"petrolPerLitreCents": 1')
  const [, ...faults] = await check()
  expect(faults).toContainEqual(
    expect.stringMatching(
      /^models\/\w+\.json:\d+: variants\[0\]\.energyEconomy\.yearlyCostCents: is \$[\d,]+, but at the prices in economy\.json the car costs \$[\d,]+ a year/,
    ),
  )
})

test('a logo that reaches beyond its viewBox is named', async () => {
  change('mark.svg', ' viewBox="0 0 64 64"', ' viewBox="0 0 40 64"')
  expect(await check()).toEqual([
    'The content has 1 error:',
    'mark.svg: reaches beyond its viewBox, so pages cut it off: enlarge the viewBox',
  ])
})
