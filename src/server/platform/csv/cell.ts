/** Text that a spreadsheet would calculate; some spreadsheets accept the full-width signs. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/
const GUARDED = /^'[=+\-@＝＋－＠\t\r\n]/

/**
 * Writes a JSON value as a cell that a spreadsheet leaves as it is. {@link fromCell} returns the same value.
 *
 * Text is plain if it cannot be read as another type, and else in quotes, as `"0110"`. Other values are JSON. Text that
 * begins like a formula gets an apostrophe in front. `undefined` is an empty cell.
 */
export function toCell(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  // A spreadsheet would remove leading zeros.
  const isPlain = !/^[\d.,\s]+$/.test(value) && fromCell(value) === value
  const text = isPlain ? value : JSON.stringify(value)
  return FORMULA.test(text) ? `'${text}` : text
}

/** The inverse of {@link toCell}. Spreadsheets write `TRUE` for true. */
export function fromCell(cell: string): unknown {
  if (cell === '') return undefined
  const text = GUARDED.test(cell) ? cell.slice(1) : cell
  try {
    return JSON.parse(/^(true|false|null)$/i.test(text) ? text.toLowerCase() : text)
  } catch {
    return text
  }
}

type Fields = Record<string, unknown>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{ hours: { mon: null } }` as `{ 'hours.mon': null }`. Lists stay whole. */
export function flatten(value: Fields, within = ''): Fields {
  const fields: Fields = {}
  for (const [key, item] of Object.entries(value))
    if (isObject(item) && Object.keys(item).length > 0)
      Object.assign(fields, flatten(item, `${within}${key}.`))
    else fields[within + key] = item
  return fields
}

/**
 * The inverse of {@link flatten}. Fields that are `undefined` are left out.
 *
 * @throws {RangeError} If a field is both a value and a group of fields.
 */
export function unflatten(fields: Fields): Fields {
  const value: Fields = {}
  for (const [path, item] of Object.entries(fields)) {
    if (item === undefined) continue
    const keys = path.split('.')
    const last = keys.pop()!
    let inside = value
    for (const key of keys) {
      if (!Object.hasOwn(inside, key)) Object.defineProperty(inside, key, shown({}))
      const next = inside[key]
      if (!isObject(next)) throw new RangeError(`${path} cannot be combined with a value of ${key}`)
      inside = next
    }
    if (Object.hasOwn(inside, last))
      throw new RangeError(`${path} cannot be combined with values within it`)
    // Not by assignment: a column may be called __proto__.
    Object.defineProperty(inside, last, shown(item))
  }
  return value
}

const shown = (value: unknown): PropertyDescriptor => ({
  value,
  enumerable: true,
  writable: true,
  configurable: true,
})
