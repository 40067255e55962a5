import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SEALED } from '#server/platform/crypto/encryption-context.ts'

const page = readFileSync('docs/data.md', 'utf8')
const partOf = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
const namesIn = (text: string) =>
  [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)?)`/g)].map(([, n]) => n!)

test('each table is in a class of docs/data.md, and each that is named there is a table', () => {
  const [, tables = ''] =
    /^export interface Database \{\n([^}]*)\}/m.exec(
      readFileSync('src/server/database.ts', 'utf8'),
    ) ?? []
  const there = [...tables.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name!)
  const classes = ['Secret', 'Confidential', 'Personal', 'Open'].map(partOf).join('\n')
  const named = namesIn(classes).map((name) => name.split('.')[0]!)
  expect([...new Set(named)].sort()).toEqual(there.sort())
})

test('each column that is encrypted is confidential or secret', () => {
  const sealed = Object.entries(SEALED).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  )
  const named = namesIn(partOf('Secret') + partOf('Confidential'))
  expect(sealed.filter((column) => !named.includes(column))).toEqual([])
})
