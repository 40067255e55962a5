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
    throw new Error(`is not JSON: ${whereWrong(text, error as Error)}`, { cause: error })
  }
}

/** The line that the engine stumbled at. Where it names none, the text ends too early. */
function whereWrong(text: string, { message }: Error): string {
  const [, position = text.length] = /at position (\d+)/.exec(message) ?? []
  const line = text.slice(0, Number(position)).trimEnd().split('\n').length
  return `look at line ${line} for a missing or extra comma, quote or bracket`
}
