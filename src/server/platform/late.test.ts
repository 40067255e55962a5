import { expect, test } from 'vitest'
import { late } from './late.ts'

test('what is loaded late is loaded once, and again only after a load that failed', async () => {
  const answers = [
    () => Promise.reject(new Error('not there')),
    async () => 'it',
    async () => 'other',
  ]
  const load = late<string>(() => answers.shift()!())

  await expect(Promise.all([load(), load()])).rejects.toThrow('not there')
  expect(await Promise.all([load(), load()])).toEqual(['it', 'it'])
  expect(answers).toHaveLength(1)
})
