import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes files, all or none of them: each is written beside its place first and then takes it whole.
 *
 * @throws {Error} As the file system says; every file is then as it was.
 */
export function replaceFiles(texts: readonly (readonly [path: string, text: string])[]): void {
  const files = texts.map(([path, text]) => ({ path, text, beside: `${path}.new` }))
  const written: string[] = []
  const replaced: { path: string; before: Buffer }[] = []
  try {
    for (const { beside, text } of files) {
      writeFileSync(beside, text, { flush: true })
      written.push(beside)
    }
    for (const { path, beside } of files) {
      const before = readFileSync(path)
      renameSync(beside, path)
      replaced.push({ path, before })
    }
  } catch (error) {
    for (const { path, before } of replaced) writeFileSync(path, before)
    for (const beside of written) rmSync(beside, { force: true })
    throw error
  }
}
