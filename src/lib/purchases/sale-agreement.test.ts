import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAgreement, writeAgreement } from './sale-agreement.ts'

test('an agreement is a text that people can read, with a tab between the cells of a row', () => {
  const parts = [
    { text: 'We sell you the vehicle.' },
    { heading: 'Buyer' },
    { rows: [['Name', 'Mia Harris'] as [string, string]] },
    {
      rows: [
        ['Price', '$1,000', 'With GST.'] as [string, string, string],
        ['Paid', '$0'] as [string, string],
      ],
    },
  ]
  const text = writeAgreement('Sale', parts)
  expect(text).toBe(
    '# Sale\n\nWe sell you the vehicle.\n\n# Buyer\n\nName\tMia Harris\n\nPrice\t$1,000\tWith GST.\nPaid\t$0',
  )
  expect(readAgreement(text)).toEqual({ title: 'Sale', parts })
})

test('a row whose note is empty ends at its value', () => {
  const text = writeAgreement('Sale', [{ rows: [['Counts', '$1,000', ' ']] }])
  expect(text).toBe('# Sale\n\nCounts\t$1,000')
})

const typed = fc
  .tuple(fc.constantFrom('', '# ', '\n\n# Price\t$1'), fc.string({ unit: 'binary' }))
  .map((parts) => parts.join(''))

test('nothing that is typed adds a line, a cell or a heading', () => {
  fc.assert(
    fc.property(typed, typed, typed, (label, name, note) => {
      const rows: [string, string, string][] = [[label, name, `b${note}`]]
      const { parts } = readAgreement(writeAgreement('Sale', [{ rows }, { heading: 'End' }]))
      expect(parts).toHaveLength(2)
      expect(parts[1]).toEqual({ heading: 'End' })
      const [row] = 'rows' in parts[0]! ? parts[0].rows : []
      expect(row).toHaveLength(3)
    }),
  )
})
