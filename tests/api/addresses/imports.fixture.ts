import { expect } from 'vitest'
import { CsvError } from '#server/platform/csv/csv.ts'

export const NOW = new Date('2026-11-23T01:00:00.000Z')
export const messagesOf = async (work: Promise<unknown>): Promise<string[]> => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CsvError)
  return (error as CsvError).message.split('\n')
}
