import { expect, test } from 'vitest'
import { integrityCheck } from './assemble.ts'

const backups = { folder: '/backups', everyMinutes: 15 }

test.each([
  [{ backups: null, isDemo: false }, true, 'always'],
  [{ backups, isDemo: false }, true, 'unless closed'],
  [{ backups: null, isDemo: true }, true, 'unless closed'],
  [{ backups: null, isDemo: false }, false, 'never'],
] as const)('the database of %j, opened by the first: %s, is looked through %s', (...row) => {
  const [settings, isFirst, when] = row
  expect(integrityCheck(settings, isFirst)).toBe(when)
})
