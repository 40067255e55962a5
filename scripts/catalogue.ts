import { relative } from 'node:path'

// Looks whether src/content can be built and started from:
//   npm run catalogue:check

/** Says what is wrong with a file of content that is not JSON, or not what its schema asks for. */
function told(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'ContentError') return error.message
  // Node names the file by its whole path, and the line.
  const [, file] = /^(\S+\.json): /.exec(error.message) ?? []
  return error instanceof SyntaxError && file
    ? error.message.replace(file, relative('.', file))
    : null
}

try {
  const { catalogue, catalogueVersion } = await import('../src/content/catalogue.ts')
  const { models, accessories, offers, dealers } = catalogue
  const counts = Object.entries({ models, accessories, offers, dealers })
    .map(([name, rows]) => `${rows.length} ${name}`)
    .join(', ')
  console.log(`The content is sound: ${counts}; catalogue version ${catalogueVersion}.`)
} catch (error) {
  console.error(told(error) ?? error)
  process.exitCode = 1
}
