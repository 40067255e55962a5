import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { latePartsFor } from './late-parts.ts'

const stripe = { secretKey: 'sk_test_x', publishableKey: null, webhookSecret: 'whsec_x' }
const off = { isDemo: false, smtpUrl: null, stripe: null }

test('what is configured is loaded ahead, and nothing else', () => {
  const all = Object.keys(latePartsFor({ ...off, stripe, smtpUrl: 'smtp://127.0.0.1' }))
  expect(all).toHaveLength(5)
  expect(Object.keys(latePartsFor(off))).toHaveLength(3)
  expect(Object.keys(latePartsFor({ ...off, isDemo: true }))).toHaveLength(4)
})

test('all that a serving process imports later on is among them', () => {
  const importers = globSync('src/server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts') && /\bimport\(/.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace('src/server/', ''))
  const atTheStart = ['assemble.ts', 'main.ts', 'platform/database/open.ts', 'serve.ts']
  const byCommands = ['platform/crypto/database-lock.ts']
  const parts = readFileSync('src/server/late-parts.ts', 'utf8')
  expect(importers.filter((file) => !parts.includes(`./${file}`)).sort()).toEqual(
    [...atTheStart, ...byCommands].sort(),
  )
})
