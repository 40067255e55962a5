import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { CsvError, readCsv, type CsvRow, type CsvShape } from './csv.ts'

const shape: CsvShape = { columns: ['a', 'b'] }
const read = async (input: string | Readable, given = shape): Promise<CsvRow[]> => {
  const rows: CsvRow[] = []
  await readCsv(input, given, (some) => void rows.push(...some))
  return rows
}

test.each<[string, CsvRow[]]>([
  ['a,b\n', []],
  ['a,b\n1,2', [{ line: 2, values: ['1', '2'] }]],
  ['b,a\n1,2\n', [{ line: 2, values: ['2', '1'] }]],
  ['\uFEFFa,b\r\n1,2\r\n', [{ line: 2, values: ['1', '2'] }]],
  ['a,b\n,\n', [{ line: 2, values: ['', ''] }]],
  ['a,b\n"1, ""x""",2\n', [{ line: 2, values: ['1, "x"', '2'] }]],
  [
    'a,b\n"1\n1","2"\n\n3,4\n',
    [
      { line: 2, values: ['1\n1', '2'] },
      { line: 5, values: ['3', '4'] },
    ],
  ],
])('%j is read', async (csv, rows) => {
  expect(await read(csv)).toEqual(rows)
})

test.each([
  ['', 'Line 1: the file is empty'],
  ['a\n1', 'Line 1: the column b is missing'],
  ['a,b,c\n1,2,3', 'Line 1: the column "c" is not known'],
  ['a,b,a\n1,2,3', 'Line 1: the column a appears twice'],
  [
    'a,b\n1\n2,3,4',
    'Line 2: the number of values is 1, not 2\nLine 3: the number of values is 3, not 2',
  ],
  ['a,b\n1,2\n3,"4\n5,6', 'Line 3: a quote is not closed, or is inside a value'],
  ['a,b\n1,"2"x\n', 'Line 2: a quote is not closed, or is inside a value'],
  ['a,b\n1,\uFFFD', 'Line 2: is not UTF-8 text'],
  ['a;b\n1;2', 'Line 1: the column a is missing'],
])('%j is refused', async (csv, message) => {
  await expect(read(csv)).rejects.toThrow(CsvError)
  await expect(read(csv)).rejects.toThrow(message)
})

test('a file in another encoding is refused', async () => {
  const latin = Readable.from([Buffer.from('a,b\n1,Wh\xE4nau', 'latin1')])
  await expect(read(latin)).rejects.toThrow('Line 2: is not UTF-8 text')
})

test('optional columns may be missing, and other columns may be present', async () => {
  const given = { columns: ['b'], optional: ['z'], ignoresOthers: true }
  expect(await read('a,b\n1,2', given)).toEqual([{ line: 2, values: ['2', ''] }])
})

test('a stream in pieces is read as a whole, wherever it is cut', async () => {
  const csv = `a,b\n${Array.from({ length: 50 }, (_, n) => `${n},"Māia ${n}\n""x"""`).join('\n')}`
  const bytes = Buffer.from(csv)
  const whole = await read(csv)
  expect(whole[49]).toEqual({ line: 100, values: ['49', 'Māia 49\n"x"'] })
  for (const size of [1, 2, 3, 7, 100]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    expect(await read(Readable.from(pieces))).toEqual(whole)
  }
})

test('waits for the handler of the rows, and ends when it fails', async () => {
  const events: string[] = []
  const pieces = Readable.from(['a,b\n1,2\n', '3,4\n', '5,6\n'])
  const reading = readCsv(pieces, shape, async (rows) => {
    if (rows.length === 0) return
    events.push(`began ${rows[0]?.values[0]}`)
    await new Promise((done) => setTimeout(done, 5))
    events.push(`ended ${rows[0]?.values[0]}`)
    if (rows[0]?.values[0] === '3') throw new Error('enough')
  })
  await expect(reading).rejects.toThrow('enough')
  expect(events).toEqual(['began 1', 'ended 1', 'began 3', 'ended 3'])
  expect(pieces.destroyed).toBe(true)
})

test('a broken stream is refused', async () => {
  const broken = new Readable({
    read() {
      this.push('a,b\n1,2\n')
      this.destroy(new Error('the disk is gone'))
    },
  })
  await expect(read(broken)).rejects.toThrow('the disk is gone')
})

// threat T18
test('10,000 random files are read as they were written, or refused', async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const ALPHABET = ['a', '1', '"', ',', '\n', '\r\n', ' ', 'ā', "'", '=', ';', '\0', '\uFEFF', '']
  const noise = () => Array.from({ length: random(6) }, () => ALPHABET[random(14)]).join('')
  let read_ = 0
  for (let file = 0; file < 10_000; file++) {
    const rows = Array.from({ length: random(4) }, () => ['x' + noise(), noise()])
    const isSound = file % 2 === 0
    const csv = isSound
      ? Papa.unparse({ fields: ['a', 'b'], data: rows }, { newline: '\n' })
      : `a,b\n${rows.map((row) => row.join(',')).join('\n')}`
    const got = await read(csv).catch((error: unknown) => {
      expect(error).toBeInstanceOf(CsvError)
      return null
    })
    if (isSound) expect(got?.map(({ values }) => values)).toEqual(rows)
    if (got) read_ += 1
  }
  expect(read_).toBeGreaterThan(5_000)
  expect(read_).toBeLessThan(10_000)
})
