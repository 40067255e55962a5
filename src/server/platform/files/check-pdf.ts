import { READ_LIMITS } from './limits.ts'

const HEADER = /^%PDF-[12]\.\d/
/** The end of a file: the offset of its last section, and the end mark. */
const ENDING = /startxref\s{1,8}(\d{1,8})\s{1,8}%%EOF\s{0,1024}$/
const END_BYTES = 2048
/** Far longer than the dictionary of a section. */
const DICTIONARY_BYTES = 64 * 1024
const OBJECT = Buffer.from(' obj')
const TRAILER = Buffer.from('trailer')

/**
 * Whether the structure of a PDF holds (ISO 32000, 7.5): its header, its end, and its sections from the last one back,
 * each with the objects it lists, within limits. Objects are not unpacked.
 */
export function isIntactPdf(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!HEADER.test(file.toString('latin1', 0, 8))) return false
  const [, last] = ENDING.exec(file.toString('latin1', Math.max(0, file.length - END_BYTES))) ?? []
  if (last === undefined || !hasFewObjects(file)) return false

  const seen = new Set<number>()
  let hasRoot = false
  for (let at: number | null = Number(last); at !== null;) {
    if (seen.has(at) || seen.size === READ_LIMITS.mostPdfSections) return false
    seen.add(at)
    const dictionary = dictionaryAt(file, at)
    const size = numberOf(dictionary, 'Size')
    if (size === null || size > READ_LIMITS.mostPdfObjects) return false
    hasRoot ||= /\/Root\s{1,8}\d{1,8}\s{1,8}\d{1,5}\s{1,8}R/.test(dictionary)
    at = numberOf(dictionary, 'Prev')
  }
  return hasRoot
}

function hasFewObjects(file: Buffer): boolean {
  let count = 0
  for (let at = file.indexOf(OBJECT); at !== -1; at = file.indexOf(OBJECT, at + OBJECT.length))
    if ((count += 1) > READ_LIMITS.mostPdfObjects) return false
  return count > 0
}

const numberOf = (dictionary: string, name: string): number | null => {
  const [, digits] = new RegExp(`/${name}\\s{0,8}(\\d{1,8})(?!\\d)`).exec(dictionary) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The dictionary of a section: the trailer after a table, or that of a cross-reference stream. Empty if there is none. */
function dictionaryAt(file: Buffer, at: number): string {
  const start = file.toString('latin1', at, at + 64)
  if (/^\s{0,8}xref\s/.test(start)) {
    const from = file.indexOf(TRAILER, at)
    return from === -1 ? '' : upTo(file, from + TRAILER.length, 'startxref')
  }
  if (!/^\s{0,8}\d{1,8}\s{1,8}\d{1,5}\s{1,8}obj/.test(start)) return ''
  const dictionary = upTo(file, at, 'stream')
  return /\/Type\s{0,8}\/XRef/.test(dictionary) ? dictionary : ''
}

function upTo(file: Buffer, from: number, word: string): string {
  const window = file.toString('latin1', from, from + DICTIONARY_BYTES)
  const end = window.indexOf(word)
  return end === -1 ? window : window.slice(0, end)
}
