import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { plainCall, plainCalls } from '../scripts/plain-calls.ts'

test('a call is left without its shapes, and says what has to be given', () => {
  expect(plainCall(contract.confirmPurchase!)).toEqual({
    name: 'confirmPurchase',
    method: 'POST',
    path: '/purchase-journey/:id/confirm-purchase',
    auth: 'bearer',
    ok: 200,
    needs: {
      query: {},
      body: { acceptedTotalCents: false, termsVersion: false, signatureName: false },
    },
    body: true,
    answer: true,
    isIdempotent: true,
    isVersioned: true,
  })
})

test('every call of the contract is text in the file that pages load', async () => {
  const folder = new URL('../src/lib/', import.meta.url).pathname
  const quotes = await plainCalls().load(`${folder}quotes/calls.ts`)
  expect(quotes).toContain('export const getQuote = {"name":"getQuote"')
  expect(quotes).not.toContain('zod')
  expect(await plainCalls().load(`${folder}contract.ts`)).toBeUndefined()
  expect(await plainCalls().load(`${folder}quotes/shapes.ts`)).toBeUndefined()
})

test('no page checks by the shapes of a call, which it does not have', () => {
  const pages = globSync('src/{islands,stores,ui,components,layouts}/**/*.{ts,tsx}')
  const checking = pages.filter(
    (file) =>
      !/\.(test|fixture)\./.test(file) &&
      /\b(check|parse|safeParse)\([^)]*\w\.(body|query|answer)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(pages.length).toBeGreaterThan(100)
  expect(checking).toEqual([])
})
