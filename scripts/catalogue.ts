import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

// Commands for editors on the whole content (docs/content.md):
//   npm run catalogue:check
//   npm run catalogue:export -- folder
//   npm run catalogue:import -- folder
//   npm run catalogue:remove -- slug …
//   npm run catalogue:remove -- --dealer CODE …

const [, , command = '', ...rest] = process.argv
const folder = rest[0] ?? ''

const ONE: Record<string, string> = {
  models: 'model',
  accessories: 'accessory',
  offers: 'offer',
  dealers: 'dealer',
}

const COMMANDS: Record<string, () => Promise<string>> = {
  async check() {
    const { checkBrand } = await import('../src/content/check/check-brand.ts')
    await checkBrand()
    const { catalogue, catalogueVersion } = await import('../src/content/catalogue.ts')
    const { photographs } = await import('../src/content/photographs.ts')
    const { coloursWithoutPhotograph } =
      await import('../src/content/check/colours-without-photograph.ts')
    const { turnsAndScenes } = await import('../src/content/check/turns-and-scenes.ts')
    const { brandDir, brandFile } = await import('../src/content/brand-dir.ts')
    const { unusedFiles } = await import('../src/content/check/unused-files.ts')
    const { brand, models, accessories, offers, dealers } = catalogue
    const counts = Object.entries({ models, accessories, offers, dealers })
      .map(([name, { length }]) => `${length} ${length === 1 ? ONE[name] : name}`)
      .join(', ')
    return [
      `${brand.name}, in ${brandFile('')}, is valid: ${counts}; catalogue version ${catalogueVersion}.`,
      ...unusedFiles(brandDir),
      ...coloursWithoutPhotograph(catalogue, photographs),
      ...turnsAndScenes(catalogue, photographs),
    ].join('\n')
  },
  async export() {
    const { brandFile } = await import('../src/content/brand-dir.ts')
    const { files } = await import('../src/content/files.ts')
    const { exportTables } = await import('../src/server/catalogue/catalogue-tables.ts')
    const tables = Object.entries(exportTables(files))
    mkdirSync(folder, { recursive: true })
    for (const [name, csv] of tables) writeFileSync(join(folder, `${name}.csv`), csv)
    return `${tables.length} tables of the brand in ${brandFile('')} have been written to ${folder}.`
  },
  async import() {
    const { files } = await import('../src/content/files.ts')
    const { brandFile } = await import('../src/content/brand-dir.ts')
    const { importTables, TABLES } = await import('../src/server/catalogue/catalogue-tables.ts')
    const given = readdirSync(folder).filter((name) => name.endsWith('.csv'))
    const tables = TABLES.filter((name) => existsSync(join(folder, `${name}.csv`)))
    const unknown = given.filter((name) => !tables.some((table) => name === `${table}.csv`))
    if (tables.length === 0 || unknown.length > 0)
      throw new UsageError(
        unknown.length > 0
          ? `${folder} must contain only tables of the catalogue. These are not: ${unknown.join(', ')}.`
          : `${folder} contains no tables of the catalogue.`,
      )
    const changed = await importTables(
      files,
      Object.fromEntries(
        tables.map((name) => [name, readFileSync(join(folder, `${name}.csv`), 'utf8')]),
      ),
    )
    const paths = await write(changed)
    return paths.length === 0
      ? `Nothing has changed in the brand in ${brandFile('')}.`
      : `Changed: ${paths.join(', ')}.`
  },
  async remove() {
    const { brandDir, brandFile } = await import('../src/content/brand-dir.ts')
    const { files } = await import('../src/content/files.ts')
    const { removeChecked } = await import('../src/content/edit/checked-removal.ts')
    const isDealer = folder === '--dealer'
    const wanted = isDealer ? rest.slice(1) : rest
    if (wanted.length === 0 || wanted.some((name) => name.startsWith('-'))) throw usage()
    const news = Object.fromEntries(
      globSync('news/*.md', { cwd: brandDir }).map((name) => [
        name,
        readFileSync(join(brandDir, name), 'utf8'),
      ]),
    )
    const now = removeChecked(isDealer ? 'dealers' : 'models', wanted, { files, news })
    const before = { ...files, ...news }
    const after = { ...now.files, ...now.news }
    const gone = Object.keys(before).filter((name) => !(name in after))
    const pictures = isDealer ? [] : wanted.map((slug) => `pictures/${slug}`)
    gone.push(...pictures.filter((name) => existsSync(join(brandDir, name))))
    const changed = Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name as keyof typeof before]),
    )
    const paths = await write(Object.fromEntries(changed))
    for (const name of gone) rmSync(join(brandDir, name), { recursive: true })
    return [
      `Removed from the brand in ${brandFile('')}: ${gone.map(brandFile).join(', ') || wanted.join(', ')}.`,
      `Changed: ${paths.join(', ')}.`,
      ...now.notes,
    ].join('\n')
  },
}

/** Writes files of the brand, all or none: texts as they are, values as JSON in the project's format. */
async function write(changed: Record<string, unknown>): Promise<string[]> {
  const { brandDir, brandFile } = await import('../src/content/brand-dir.ts')
  const { replaceFiles } = await import('../src/server/purchase-files/replace-files.ts')
  const { format } = await import('prettier')
  const { default: style } = await import('../.prettierrc.json', { with: { type: 'json' } })
  const texts: [string, string][] = []
  for (const [name, value] of Object.entries(changed))
    texts.push([
      join(brandDir, name),
      typeof value === 'string'
        ? value
        : await format(JSON.stringify(value), { ...style, filepath: name }),
    ])
  replaceFiles(texts)
  return Object.keys(changed).map(brandFile)
}

const usage = () =>
  new UsageError(
    'Usage: npm run catalogue:check, catalogue:export -- folder, catalogue:import -- folder, catalogue:remove -- model, or catalogue:remove -- --dealer code',
  )

/** An error in the command line. */
class UsageError extends Error {}

/** The message for an error in a file: invalid JSON, a missing file, or a mismatch with its schema. */
function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const isComplete =
    error instanceof UsageError ||
    ['ContentError', 'TablesError', 'RemovalError'].includes(error.name)
  if (isComplete || 'code' in error) return error.message
  // Node's message has the whole path of the file, and the line.
  const [, file] = /^(\S+\.json): /.exec(error.message) ?? []
  return error instanceof SyntaxError && file
    ? error.message.replace(file, relative('.', file))
    : null
}

try {
  const run = COMMANDS[command]
  if (!run || (command !== 'check' && folder === '')) throw usage()
  console.log(await run())
} catch (error) {
  console.error(sentenceFor(error) ?? error)
  if (command === 'import') console.error('Nothing has been imported.')
  if (command === 'remove') console.error('Nothing has been removed.')
  process.exitCode = 1
}
