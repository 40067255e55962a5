import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { format } from 'prettier'
import style from '../.prettierrc.json' with { type: 'json' }
import { ContentError } from '../src/content/content-error.ts'
import { askedFaults, newBrand, type AskedBrand } from '../src/content/edit/new-brand.ts'
import { readFiles } from '../src/content/read-files.ts'
import { loadCatalogue } from '../src/content/load.ts'
import { readTypeface } from '../src/content/typeface/read-typeface.ts'
import { lettering } from './lettering.ts'

// Makes a small, complete brand to change (docs/brand.md); asks for what no flag gives:
//   npm run brand:new -- kowhai --name Kowhai --colour '#1E5A3F' --email hello@kowhai.example --phone '+64 9 555 0100'

const SAMPLE = resolve(import.meta.dirname, '../src/content')
const USAGE =
  'Usage: npm run brand:new -- name-of-the-folder [--name …] [--colour #1E3A5F] [--email …] [--phone …] [--folder path]'

/** Something the person who runs the command can put right. */
class AskedError extends Error {}

const QUESTIONS: Record<keyof AskedBrand, string> = {
  name: 'The name of the brand: ',
  colour: 'Its main colour, such as #1E3A5F (dark enough for white text): ',
  email: 'The email address for customers: ',
  phone: 'The phone number for customers: ',
}

function readFlags() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ name: { type: 'string' }, colour: { type: 'string' }, email: { type: 'string' } },
        ...{ phone: { type: 'string' }, folder: { type: 'string' } },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new AskedError(`${(error as Error).message}\n${USAGE}`)
  }
}

async function answers(flags: Partial<AskedBrand>): Promise<AskedBrand> {
  const missing = (Object.keys(QUESTIONS) as (keyof AskedBrand)[]).filter((key) => !flags[key])
  if (missing.length > 0 && !process.stdin.isTTY)
    throw new AskedError(
      `These flags are missing: ${missing.map((key) => `--${key}`).join(', ')}.\n${USAGE}`,
    )
  const asked = { ...flags }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const key of missing) asked[key] = await terminal.question(QUESTIONS[key])
  terminal.close()
  const { name, colour, email, phone } = asked as AskedBrand
  return {
    // A letter with its macron is one letter.
    name: name.trim().normalize(),
    colour: colour.trim().toUpperCase(),
    email: email.trim(),
    phone: phone.trim(),
  }
}

async function run(): Promise<string> {
  const { values, positionals } = readFlags()
  const { folder: given, help, ...flags } = values
  if (help) return USAGE
  const [slug = ''] = positionals
  if (positionals.length !== 1 || !/^[a-z][a-z0-9-]*$/.test(slug)) throw new AskedError(USAGE)
  const folder = given ?? join('..', slug)
  if (existsSync(folder))
    throw new AskedError(
      `${folder} already exists, so nothing has changed. Choose another name or --folder.`,
    )
  const asked = await answers(flags)
  const faults = askedFaults(asked)
  if (faults.length > 0) throw new AskedError(faults.join('\n'))

  const files = newBrand(asked, readFiles(SAMPLE))
  const { brand } = loadCatalogue(files)
  mkdirSync(dirname(resolve(folder)), { recursive: true })
  const beside = mkdtempSync(`${resolve(folder)}.new-`)
  chmodSync(beside, 0o755)
  try {
    for (const [name, value] of Object.entries(files)) {
      mkdirSync(dirname(join(beside, name)), { recursive: true })
      const text = await format(JSON.stringify(value), { ...style, filepath: name })
      writeFileSync(join(beside, name), text)
    }
    cpSync(join(SAMPLE, 'fonts'), join(beside, 'fonts'), { recursive: true })
    const { styles } = readTypeface(SAMPLE, brand.typeface)
    const { name, colour } = asked
    const logo = await lettering(name, { styles, colour })
    const mark = await lettering(name.charAt(0), { styles, colour, isSquare: true })
    writeFileSync(join(beside, 'logo.svg'), logo)
    writeFileSync(join(beside, 'mark.svg'), mark)
    mkdirSync(join(beside, 'news'))
    renameSync(beside, folder)
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw error
  }
  return [
    `${asked.name} is in ${folder}: one model, one dealer, and legal texts marked as drafts.`,
    `Check it: BRAND_DIR=${folder} npm run catalogue:check`,
    `See it:   BRAND_DIR=${folder} npm start`,
    'Next, follow docs/brand.md to make it your own.',
  ].join('\n')
}

try {
  console.log(await run())
} catch (error) {
  const isExpected = error instanceof AskedError || error instanceof ContentError
  console.error(
    isExpected || (error as NodeJS.ErrnoException).code ? (error as Error).message : error,
  )
  process.exitCode = 1
}
