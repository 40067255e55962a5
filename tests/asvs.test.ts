import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/asvs.md', 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) .*$/gm)].map(([line, id]) => {
  const [, , , stands = '', how = '', held = ''] = line.split('|').map((cell) => cell.trim())
  const shownBy = [...held.matchAll(/`([^`]+)`(?: “([^”]+)”)?/g)].map(([, file, title]) => ({
    file: file!,
    title,
  }))
  return { id: id!, stands, how, shownBy }
})

test('docs/asvs.md has each row of level 2 once, and says how it stands', () => {
  expect(rows).toHaveLength(253)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  const ways = ['met', 'part', 'not met', 'deviation', 'operator', 'n.a.']
  expect(rows.filter(({ stands, how }) => !ways.includes(stands) || how === '')).toEqual([])
})

test('the table at its top counts the rows', () => {
  const counted = [...page.matchAll(/^\| ([a-z. ]+?) +\| (\d+) +\|$/gm)].map(([, way, count]) => [
    way,
    Number(count),
  ])
  for (const [way, count] of counted)
    expect([way, rows.filter(({ stands }) => stands === way).length]).toEqual([way, count])
  expect(counted).toHaveLength(6)
})

test('what is met names what shows it', () => {
  expect(rows.filter(({ stands, shownBy }) => stands === 'met' && shownBy.length === 0)).toEqual([])
  const files = new Set(rows.flatMap(({ shownBy }) => shownBy.map(({ file }) => file)))
  expect([...files].filter((file) => !existsSync(file))).toEqual([])
})

/** Files that hold no tests: a document where a row asks for one, and the requests of `npm run test:faults`. */
const NO_TEST = /\.md$|^tests\/faults\/raw-requests\.ts$/

test('each test it names is in its file, and is named where the file has several', () => {
  const named = rows.flatMap(({ id, shownBy }) => shownBy.map((one) => ({ id, ...one })))
  const wrong = named.filter(({ file, title }) => {
    if (NO_TEST.test(file)) return title !== undefined
    const text = readFileSync(file, 'utf8')
    const several = [...text.matchAll(/^\s*test[.(]/gm)].length > 1
    if (title === undefined) return several
    return !["'", '`', '"'].some((quote) => text.includes(`${quote}${title}`))
  })
  expect(wrong).toEqual([])
})
