import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = [...readFileSync('docs/asvs.md', 'utf8').matchAll(/^\| (\d+\.\d+\.\d+) .*$/gm)].map(
  ([line, id]) => {
    const [, , , stands = '', how = '', held = ''] = line.split('|').map((cell) => cell.trim())
    return { id: id!, stands, how, test: held.replaceAll('`', '') }
  },
)

test('docs/asvs.md has each row of level 2 once, and says how it stands', () => {
  expect(rows).toHaveLength(253)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  const ways = ['met', 'part', 'not met', 'deviation', 'operator', 'n.a.']
  expect(rows.filter(({ stands, how }) => !ways.includes(stands) || how === '')).toEqual([])
})

test('the tests it names are there', () => {
  expect(rows.filter(({ test: file }) => file !== '' && !existsSync(file))).toEqual([])
})
