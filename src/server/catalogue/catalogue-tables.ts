import { isDeepStrictEqual } from 'node:util'
import Papa from 'papaparse'
import { brandFile } from '#content/brand-dir.ts'
import { ContentError } from '#content/content-error.ts'
import type { ContentFiles } from '#content/read-files.ts'
import { pathsAround } from '#content/json-lines.ts'
import { loadCatalogue } from '#content/load.ts'
import { toCell, flatten, unflatten, fromCell } from '#server/platform/csv/cell.ts'
import { CsvError, readCsv } from '#server/platform/csv/csv.ts'

type Fields = Record<string, unknown>

/** Files that are a list become a table of the same name, others a table of one row; models become three. */
const LISTS = [
  'colours',
  'interiors',
  'accessories',
  'service-plans',
  'finance-products',
  'dealers',
  'stock',
  'offers',
] as const
const SINGLE = ['on-road-costs', 'economy', 'build-slots', 'warranty'] as const
export const TABLES = ['models', 'grades', 'options', ...LISTS, ...SINGLE] as const
export type TableName = (typeof TABLES)[number]

interface Option extends Fields {
  kdcd: string
}
interface Variant extends Fields {
  code: string
  options: Option[]
}
interface Model extends Fields {
  slug: string
  variants: Variant[]
}

const modelFiles = (files: ContentFiles) =>
  Object.entries(files).filter(([name]) => name.startsWith('models/')) as [string, Model][]

/** The catalogue as CSV by the name of the table: UTF-8 with a byte order mark, as spreadsheets like it. */
export function exportTables(files: ContentFiles): Record<TableName, string> {
  const models = modelFiles(files).map(([, model]) => model)
  const variants = models.flatMap(({ slug, variants }) =>
    variants.map((variant) => ({ model: slug, ...variant })),
  )
  const rows: [TableName, Fields[]][] = [
    ['models', models.map(({ variants: _, ...model }) => model)],
    ['grades', variants.map(({ options: _, ...variant }) => variant)],
    [
      'options',
      variants.flatMap(({ code, options }) =>
        options.map((option) => ({ grade: code, ...option })),
      ),
    ],
    ...LISTS.map((name): [TableName, Fields[]] => [name, files[`${name}.json`] as Fields[]]),
    ...SINGLE.map((name): [TableName, Fields[]] => [name, [files[`${name}.json`] as Fields]]),
  ]
  return Object.fromEntries(rows.map(([name, table]) => [name, csvOf(table)])) as Record<
    TableName,
    string
  >
}

function csvOf(table: Fields[]): string {
  const rows = table.map((row) => flatten(row))
  const columns: string[] = []
  for (const row of rows) {
    const names = Object.keys(row)
    // A column that only some rows have keeps its place among their columns.
    for (const [i, name] of names.entries())
      if (!columns.includes(name)) columns.splice(columns.indexOf(names[i - 1] ?? '') + 1, 0, name)
  }
  const cells = rows.map((row) => columns.map((name) => toCell(row[name])))
  return `\uFEFF${Papa.unparse({ fields: columns, data: cells })}\r\n`
}

/** A fault in a line of a table, or in a content file that has no table. */
export interface TableFault {
  table: string
  line: number | null
  message: string
}

/** Tables that were refused, with every fault by table and line. */
export class TablesError extends Error {
  override readonly name = 'TablesError'
  readonly faults: TableFault[]
  constructor(faults: TableFault[]) {
    const places = faults.map(({ table, line }) => (line === null ? table : `${table}.csv:${line}`))
    super(faults.map(({ message }, i) => `${places[i]}: ${message}`).join('\n'))
    this.faults = faults
  }
}

/**
 * The content with the tables in it, checked as a whole.
 *
 * @param tables CSV by the name of the table. A table that is missing stays as it is; a given one is replaced whole.
 * @returns The files that differ now.
 * @throws {TablesError} If any line is wrong, or the content would not be valid with them.
 */
export async function importTables(
  files: ContentFiles,
  tables: Partial<Record<TableName, string>>,
): Promise<Partial<ContentFiles>> {
  const faults: TableFault[] = []
  const csv = { ...exportTables(files), ...tables }
  const rows = {} as Record<TableName, Row[]>
  for (const name of TABLES) rows[name] = await readTable(name, csv[name], faults)
  if (faults.length > 0) throw new TablesError(faults)

  const places = new Map<string, Row>()
  const next: Record<string, unknown> = { ...files }
  const put = (file: string, path: string, row: Row) => places.set(`${file} ${path}`, row)
  for (const name of LISTS) {
    next[`${name}.json`] = rows[name].map(({ value }) => value)
    rows[name].forEach((row, i) => put(`${name}.json`, `[${i}]`, row))
  }
  for (const name of SINGLE) {
    const [row, another] = rows[name]
    if (!row || another)
      faults.push({ table: name, line: another?.line ?? 1, message: 'there is not one row' })
    else put(`${name}.json`, '', row)
    next[`${name}.json`] = row?.value
  }
  for (const [file, model] of modelsOf(rows, files, faults, put)) next[file] = model
  if (faults.length > 0) throw new TablesError(faults)

  checkWhole(next as ContentFiles, places)
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => !isDeepStrictEqual(value, files[name as keyof ContentFiles]),
    ),
  )
}

interface Row {
  table: TableName
  line: number
  value: Fields
}

async function readTable(table: TableName, csv: string, faults: TableFault[]): Promise<Row[]> {
  // Which columns there may be is for the schemas to say, with the lines that have something in them.
  const header = Papa.parse<string[]>(csv, { preview: 1, delimiter: ',' }).data[0] ?? []
  const columns = header.map((name) => name.replace(/^\uFEFF/, '').trim()).filter(Boolean)
  const rows: Row[] = []
  try {
    await readCsv(csv, { columns: [...new Set(columns)] }, (some) => {
      for (const { line, values } of some)
        try {
          const fields = columns.map((name, i) => [name, fromCell(values[i]!)])
          rows.push({ table, line, value: unflatten(Object.fromEntries(fields) as Fields) })
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
          faults.push({ table, line, message: error.message })
        }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    faults.push(...error.faults.map((fault) => ({ table, ...fault })))
  }
  return rows
}

/** The files of the models, put together again from rows that name what they belong to. */
function modelsOf(
  rows: Record<TableName, Row[]>,
  files: ContentFiles,
  faults: TableFault[],
  put: (file: string, path: string, row: Row) => void,
): [string, Model][] {
  /** Rows of a table by what they name; a row that names nothing there is, is a fault. */
  const belonging = (table: 'grades' | 'options', field: 'model' | 'grade', known: unknown[]) => {
    for (const { line, value } of rows[table])
      if (!known.includes(value[field]))
        faults.push({ table, line, message: `${field}: there is no ${field} ${value[field]}` })
    return (name: unknown) => rows[table].filter(({ value }) => value[field] === name)
  }
  const gradesOf = belonging(
    'grades',
    'model',
    rows.models.map(({ value }) => value.slug),
  )
  const optionsOf = belonging(
    'options',
    'grade',
    rows.grades.map(({ value }) => value.code),
  )
  for (const { line, value } of rows.models)
    if (!Object.hasOwn(files, `models/${value.slug}.json`))
      faults.push({
        table: 'models',
        line,
        message: `slug: there is no models/${value.slug}.json; a new model begins with its file`,
      })

  return modelFiles(files).flatMap(([file, { slug }]): [string, Model][] => {
    const [row, another] = rows.models.filter(({ value }) => value.slug === slug)
    if (!row || another) {
      const message = row ? `slug: ${slug} is used twice` : `there is no row for ${slug}`
      faults.push({ table: 'models', line: another?.line ?? 1, message })
      return []
    }
    put(file, '', row)
    const variants = gradesOf(slug).map((grade, v) => {
      put(file, `variants[${v}]`, grade)
      const { model: _, ...variant } = grade.value
      const options = optionsOf(variant.code).map((option, o) => {
        put(file, `variants[${v}].options[${o}]`, option)
        const { grade: _, ...fields } = option.value
        return fields
      })
      return { ...variant, options }
    })
    return [[file, { ...row.value, variants } as Model]]
  })
}

function checkWhole(files: ContentFiles, places: Map<string, Row>): void {
  try {
    loadCatalogue(files)
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    throw new TablesError(
      error.problems.map(({ file, path, reason }) => {
        const around = pathsAround(path).find((part) => places.has(`${file} ${part}`))
        const row = around === undefined ? undefined : places.get(`${file} ${around}`)
        const field = row ? path.slice(around!.length).replace(/^\./, '') : path
        return {
          table: row?.table ?? brandFile(file),
          line: row?.line ?? null,
          message: [field, reason].filter(Boolean).join(': '),
        }
      }),
    )
  }
}
