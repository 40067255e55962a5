import { describe, expect, test } from 'vitest'
import {
  shareText,
  severityLabel,
  sourceText,
  vehicleName,
  resultTitle,
  type Recall,
  type RecallAnswer,
} from './recall-labels.ts'

const recall = (status: Recall['status']): Recall => ({
  recallNumber: 'TVN-2024-003',
  title: 'Front passenger airbag inflator',
  description: 'The inflator may deploy with too much force.',
  remedy: 'Replace the inflator free of charge.',
  severity: 'COMPULSORY',
  published: '2024-05-14',
  status,
})
const answer = (...statuses: Recall['status'][]): RecallAnswer => ({
  vehicle: {
    registration: 'TOI101',
    vin: '7AVCV1P22M0001011',
    make: { description: 'TARVANE' },
    model: { description: 'COVE' },
    year: 2021,
  },
  recalls: statuses.map(recall),
  checkedAt: '2026-11-20T09:05:00.000Z',
  source: { name: 'Tarvane recalls', updatedAt: '2026-11-01T00:00:00.000Z' },
})

describe('decision 46: the result', () => {
  test.each<[Recall['status'][], string]>([
    [[], 'No recalls found'],
    [['COMPLETED'], 'No outstanding recalls'],
    [['OUTSTANDING', 'COMPLETED'], '1 outstanding recall'],
    [['OUTSTANDING', 'OUTSTANDING'], '2 outstanding recalls'],
  ])('%j is “%s”, never safe', (statuses, words) => {
    expect(resultTitle(answer(...statuses))).toBe(words)
    expect(shareText(answer(...statuses), '').toLowerCase()).not.toMatch(/\bsafe\b/)
  })

  test('has its source and time', () => {
    expect(sourceText(answer())).toBe(
      'Source: Tarvane recalls, updated 1\u00a0November\u00a02026 at 1:00\u00a0pm. ' +
        'Checked 20\u00a0November\u00a02026 at 10:05\u00a0pm.',
    )
    const source = { name: 'Tarvane recalls', updatedAt: null }
    expect(sourceText({ ...answer(), source })).toBe(
      'Source: Tarvane recalls. Checked 20\u00a0November\u00a02026 at 10:05\u00a0pm.',
    )
  })
})

test('a shared result has the car and its recalls, but not its registration and VIN', () => {
  const text = shareText(answer('OUTSTANDING'), 'https://cars.example/recalls/')
  expect(text.split('\n').slice(0, 2)).toEqual([
    'Tarvane Cove 2021: 1 outstanding recall',
    'TVN-2024-003 Front passenger airbag inflator (Compulsory recall, 14\u00a0May\u00a02024): Not yet repaired',
  ])
  expect(text).toMatch(/Checked .*\nhttps:\/\/cars\.example\/recalls\/$/)
  expect(text).not.toMatch(/TOI101|7AVCV/)
})

test.each([
  ['COMPULSORY', 'Compulsory recall'],
  ['SAFETY', 'Safety recall'],
  ['service_campaign', 'Service campaign'],
])('severity %s is %s', (severity, words) => {
  expect(severityLabel(severity)).toBe(words)
})

test('a vehicle’s name has capitals only at the start of words', () => {
  const { vehicle } = answer()
  expect(vehicleName({ ...vehicle, model: { description: 'ŌPUA X-TRAIL 4WD' } })).toBe(
    'Tarvane Ōpua X-Trail 4wd 2021',
  )
})
