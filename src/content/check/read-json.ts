import { readFileSync } from 'node:fs'

/**
 * The text of a file, without the byte-order mark that some editors begin it with.
 *
 * @throws {Error} If there is no such file, or with the reason it can't be read.
 */
export function readText(path: string): string {
  const bytes = readFileSync(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('is not UTF-8: save it as UTF-8, or letters such as ō get lost')
  }
}

/** @throws {Error} As `readText`, and if the text isn't JSON. */
export function readJson(path: string): unknown {
  const text = readText(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`is not JSON: ${(error as Error).message}`, { cause: error })
  }
}
