import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Database } from '../src/server/db/database.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { connect } from '../src/server/db/sqlite.ts'
import { sqliteDialect } from '../src/server/db/sqlite-dialect.ts'

// npm run release:schema, once the version in package.json is the one to be released: notes its tables, so that the next
// version is held to them (tests/released-schema.test.ts).

export const RELEASED = 'src/server/db/released-schema.sql'

/** A table, an index or a trigger, as SQLite keeps it. */
export interface Part {
  type: string
  name: string
  table: string
  sql: string
}

/** A released version: its number, the commit, and what its database is made of. */
export interface Release {
  version: string
  commit: string
  parts: Part[]
}

/** What a database is made of; what SQLite makes by itself, and the tables of a full-text index, are no part of it. */
export const partsOf = (database: DatabaseSync): Part[] =>
  (
    database
      .prepare(
        `select type, name, tbl_name as "table", sql from sqlite_schema
         where sql is not null and name not like 'kysely!_%' escape '!' and name not like 'sqlite!_%' escape '!'
         order by type = 'trigger', type = 'index', name`,
      )
      .all() as unknown as Part[]
  ).filter(
    ({ name }, _, all) => !all.some((one) => isVirtual(one) && name.startsWith(`${one.name}_`)),
  )

const isVirtual = ({ sql }: Part) => /^create virtual table/i.test(sql)

/** What a database of this version is made of. */
export async function partsOfToday(): Promise<Part[]> {
  const writer = connect(':memory:')
  await migrate(new Kysely<Database>({ dialect: sqliteDialect({ writer, reader: null }) }))
  const parts = partsOf(writer)
  writer.close()
  return parts
}

export function readRelease(file = RELEASED): Release {
  const text = readFileSync(file, 'utf8')
  const [, version = '', commit = ''] = /^-- version (\S+), commit (\S+)\n/.exec(text) ?? []
  const database = new DatabaseSync(':memory:')
  database.exec(text)
  const parts = partsOf(database)
  database.close()
  return { version, commit, parts }
}

const written = ({ version, commit, parts }: Release): string =>
  [`-- version ${version}, commit ${commit}`, ...parts.map(({ sql }) => `${sql};`)].join('\n') +
  '\n'

const words = (sql: string) =>
  sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim()
/** What a text in brackets lists: its commas part it, but for those within brackets of its own. */
function listed(text: string): string[] {
  const all = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) all.push('')
    else all[all.length - 1] += sign
  }
  return all
}

const IS_RULE = /^(constraint|primary key|unique|check|foreign key)\b/i

/** Of a table as it was made: each of its columns, its rules beside them, and what stands behind the brackets. */
function tableOf({ sql }: Part) {
  const text = words(sql)
  const end = text.lastIndexOf(')')
  const all = listed(text.slice(text.indexOf('(') + 1, end))
  return {
    columns: all.filter((one) => !IS_RULE.test(one)),
    rest: [...all.filter((one) => IS_RULE.test(one)).sort(), text.slice(end + 1)].join(),
  }
}

/**
 * What in the tables of today the version before cannot work with, in words. It goes on with what it knows: its tables
 * with all their columns, and no new rule that what it writes could break.
 */
export function breaks(before: Part[], today: Part[]): string[] {
  const faults: string[] = []
  const now = new Map(today.map((part) => [`${part.type} ${part.name}`, part]))
  const old = new Set(before.map(({ type, name }) => `${type} ${name}`))
  const tables = new Set(before.filter(({ type }) => type === 'table').map(({ name }) => name))
  for (const part of before) {
    const name = `${part.type} ${part.name}`
    const then = now.get(name)
    const matters = part.type !== 'index' || isUnique(part)
    if (!matters || (then && words(then.sql) === words(part.sql))) continue
    if (!then) faults.push(`${name} is gone`)
    else
      faults.push(...(newColumns(part, then)?.flatMap(ruleOf(part)) ?? [`${name} is another one`]))
  }
  for (const part of today)
    if (!old.has(`${part.type} ${part.name}`) && tables.has(part.table)) {
      if (part.type === 'trigger') faults.push(`trigger ${part.name} is new on ${part.table}`)
      if (isUnique(part)) faults.push(`index ${part.name} is a new rule of ${part.table}`)
    }
  return faults
}

const isUnique = ({ sql }: Part) => /^create unique index/i.test(sql)

/** The columns that stand behind those that were there; `null` where anything else has changed. */
function newColumns(before: Part, today: Part): string[] | null {
  if (before.type !== 'table' || isVirtual(before)) return null
  const old = tableOf(before)
  const now = tableOf(today)
  const isSame = old.rest === now.rest && old.columns.every((one, at) => one === now.columns[at])
  return isSame ? now.columns.slice(old.columns.length) : null
}

const ruleOf =
  ({ name }: Part) =>
  (column: string): string[] => {
    const what = `column ${column.split(' ', 1)[0]} of ${name}`
    if (/\bnot null\b/i.test(column) && !/\bdefault\b/i.test(column))
      return [`${what} must be written`]
    return /\b(check|unique|references|primary key)\b/i.test(column)
      ? [`${what} is a new rule`]
      : []
  }

async function main(): Promise<void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  if (readRelease().version === version)
    throw new Error(`${version} is released already: set the next version in package.json first.`)
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  writeFileSync(RELEASED, written({ version, commit, parts: await partsOfToday() }))
  console.log(`${RELEASED} has the tables of ${version}.`)
}

if (import.meta.main) await main()
