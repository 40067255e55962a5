import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { z } from '#lib/shared/zod.ts'

/** A record: its first line in the file, and its values in the order of the requested columns. */
export interface CsvRow {
  line: number
  values: string[]
}

export interface CsvFault {
  line: number
  message: string
}

/** The most errors to list. */
const MAX_FAULTS = 50

/** A file that is refused, with its errors and their lines. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly faults: CsvFault[]
  constructor(faults: CsvFault[]) {
    const told = faults.slice(0, MAX_FAULTS)
    super(told.map(({ line, message }) => `Line ${line}: ${message}`).join('\n'))
    this.faults = told
  }
}

export interface CsvShape {
  /** Columns that must be there, in any order. */
  columns: readonly string[]
  /** Columns that may be; without one its value is empty. */
  optional?: readonly string[]
  /** Ignores other columns, which are an error otherwise. */
  ignoresOthers?: boolean
}

/**
 * Reads CSV (RFC 4180, UTF-8, the first line names the columns), some rows at a time.
 *
 * @param take Gets the rows in order until one is wrong, and is awaited. An error it throws ends the reading.
 * @throws {CsvError} If the file is not valid CSV with these columns.
 */
export function readCsv(
  input: Readable | string,
  shape: CsvShape,
  take: (rows: CsvRow[]) => Promise<void> | void,
): Promise<void> {
  const stream = typeof input === 'string' ? Readable.from([input]) : input
  stream.setEncoding('utf8')
  let header: Header | null = null
  let line = 1
  const faults: CsvFault[] = []

  const rowsOf = ({ data, errors }: Papa.ParseResult<string[]>): CsvRow[] => {
    const rows: CsvRow[] = []
    for (const [index, cells] of data.entries()) {
      const quotes = errors.find(({ row, type }) => row === index && type === 'Quotes')
      if (quotes) faults.push({ line, message: 'a quote is not closed, or is inside a value' })
      else if (header === null) header = readHeader(cells, shape)
      else if (cells.length === header.width)
        rows.push({ line, values: header.places.map((place) => cells[place] ?? '') })
      else if (cells.length > 1 || cells[0] !== '')
        faults.push({
          line,
          message: `the number of values is ${cells.length}, not ${header.width}`,
        })
      const values = rows.at(-1)?.line === line ? rows.at(-1)!.values : cells
      if (values.some((value) => value.includes('\uFFFD')))
        faults.push({ line, message: 'is not UTF-8 text' })
      line += 1 + linesWithin(values)
    }
    if (faults.length >= MAX_FAULTS) throw new CsvError(faults)
    return faults.length > 0 ? [] : rows
  }

  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      stream.destroy()
      reject(error)
    }
    stream.on('error', fail)
    Papa.parse<string[]>(stream, {
      delimiter: ',',
      chunk(results, parser) {
        parser.pause()
        // Otherwise the parser would queue the rest of a large file.
        stream.pause()
        Promise.resolve()
          .then(() => rowsOf(results))
          .then((rows) => (rows.length > 0 ? take(rows) : undefined))
          .then(
            () => {
              stream.resume()
              parser.resume()
            },
            (error: unknown) => {
              // Before the abort, which calls `complete`.
              fail(error)
              parser.abort()
            },
          )
      },
      complete() {
        if (header === null && faults.length === 0)
          faults.push({ line: 1, message: 'the file is empty' })
        if (faults.length > 0) fail(new CsvError(faults))
        else resolve()
      },
      error: fail,
    })
  })
}

/** The most that {@link readWholeCsv} takes. */
const MAX_BYTES = 5 * 1024 * 1024
const MAX_ROWS = 50_000

/**
 * Reads a whole CSV whose columns are the fields of a line.
 *
 * @throws {CsvError} As {@link readCsv}, and for a file that is too large.
 */
export async function readWholeCsv(csv: string, Line: z.ZodMiniObject): Promise<CsvRow[]> {
  if (Buffer.byteLength(csv) > MAX_BYTES)
    throw new CsvError([{ line: 1, message: `the file is over ${MAX_BYTES} bytes` }])
  const rows: CsvRow[] = []
  await readCsv(csv, { columns: Object.keys(Line.shape) }, (some) => {
    for (const row of some) rows.push(row)
    if (rows.length > MAX_ROWS)
      throw new CsvError([{ line: rows[MAX_ROWS]!.line, message: `is past ${MAX_ROWS} rows` }])
  })
  return rows
}

/** The valid lines of {@link readWholeCsv}, in order. Adds the errors of the others to the faults on the way. */
export function* validLines<S extends z.ZodMiniObject>(
  rows: CsvRow[],
  Line: S,
  faults: CsvFault[],
): Generator<{ line: number; data: z.output<S> }> {
  const columns = Object.keys(Line.shape)
  for (const { line, values } of rows) {
    const given = Object.fromEntries(columns.map((name, place) => [name, values[place]]))
    const { success, data, error } = z.safeParse(Line, given)
    if (success) yield { line, data }
    else
      for (const issue of error.issues)
        faults.push({ line, message: `${issue.path.join('.')} ${issue.message}` })
  }
}

interface Header {
  width: number
  /** The index of each requested column; beyond the width if it is missing. */
  places: number[]
}

function readHeader(cells: string[], { columns, optional = [], ignoresOthers }: CsvShape): Header {
  const names = cells.map((name) => name.replace(/^\uFEFF/, '').trim())
  const known = [...columns, ...optional]
  const faults = [
    ...columns
      .filter((name) => !names.includes(name))
      .map((name) => `the column ${name} is missing`),
    ...names
      .filter((name) => !ignoresOthers && !known.includes(name))
      .map((name) => `the column "${name}" is not known`),
    ...known
      .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
      .map((name) => `the column ${name} appears twice`),
  ]
  if (faults.length > 0) throw new CsvError(faults.map((message) => ({ line: 1, message })))
  const places = known.map((name) => {
    const place = names.indexOf(name)
    return place < 0 ? cells.length : place
  })
  return { width: cells.length, places }
}

const linesWithin = (values: string[]): number => {
  let lines = 0
  for (const value of values) if (value.includes('\n')) lines += value.split('\n').length - 1
  return lines
}
