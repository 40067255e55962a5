import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FormatConfig } from 'oxfmt'

// Commands for editors on the whole content (docs/content.md):
//   npm run catalogue:check
//   npm run catalogue:export -- folder
//   npm run catalogue:import -- folder

const [, , command = '', folder = ''] = process.argv

const COMMANDS: Record<string, () => Promise<string>> = {
  async check() {
    const { catalogue, catalogueVersion } = await import('../src/content/catalogue.ts')
    await import('../src/content/photographs.ts')
    await import('../src/content/brand-art.ts')
    const { models, accessories, offers, dealers } = catalogue
    const counts = Object.entries({ models, accessories, offers, dealers })
      .map(([name, rows]) => `${rows.length} ${name}`)
      .join(', ')
    return `The content is valid: ${counts}; catalogue version ${catalogueVersion}.`
  },
  async export() {
    const { files } = await import('../src/content/files.ts')
    const { exportTables } = await import('../src/server/catalogue/catalogue-tables.ts')
    const tables = Object.entries(exportTables(files))
    mkdirSync(folder, { recursive: true })
    for (const [name, csv] of tables) writeFileSync(join(folder, `${name}.csv`), csv)
    return `${tables.length} tables have been written to ${folder}.`
  },
  async import() {
    const { files } = await import('../src/content/files.ts')
    const { importTables, TABLES } = await import('../src/server/catalogue/catalogue-tables.ts')
    const given = readdirSync(folder).filter((name) => name.endsWith('.csv'))
    const tables = TABLES.filter((name) => existsSync(join(folder, `${name}.csv`)))
    const unknown = given.filter((name) => !tables.some((table) => name === `${table}.csv`))
    if (tables.length === 0 || unknown.length > 0)
      throw new UsageError(
        `${folder} must hold tables of the catalogue: ${unknown.join(', ') || 'none'}`,
      )
    const changed = await importTables(
      files,
      Object.fromEntries(
        tables.map((name) => [name, readFileSync(join(folder, `${name}.csv`), 'utf8')]),
      ),
    )
    const { replaceFiles } = await import('../src/server/purchase-files/replace-files.ts')
    const { brandFile } = await import('../src/content/brand-dir.ts')
    const { format } = await import('oxfmt')
    const style = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig
    const texts: [string, string][] = []
    for (const [name, value] of Object.entries(changed)) {
      const path = brandFile(name)
      texts.push([path, (await format(path, JSON.stringify(value), style)).code])
    }
    replaceFiles(texts)
    return texts.length === 0
      ? 'Nothing has changed.'
      : `Changed: ${texts.map(([path]) => path).join(', ')}.`
  },
}

/** An error in the command line. */
class UsageError extends Error {}

/** The message for an error in a file: invalid JSON, a missing file, or a mismatch with its schema. */
function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const isComplete =
    error instanceof UsageError || ['ContentError', 'TablesError'].includes(error.name)
  if (isComplete || 'code' in error) return error.message
  // Node's message has the whole path of the file, and the line.
  const [, file] = /^(\S+\.json): /.exec(error.message) ?? []
  return error instanceof SyntaxError && file
    ? error.message.replace(file, relative('.', file))
    : null
}

try {
  const run = COMMANDS[command]
  if (!run || (command !== 'check' && folder === ''))
    throw new UsageError(
      'Usage: npm run catalogue:check, or npm run catalogue:export (or catalogue:import) -- folder',
    )
  console.log(await run())
} catch (error) {
  console.error(sentenceFor(error) ?? error)
  if (command === 'import') console.error('Nothing has been imported.')
  process.exitCode = 1
}
