import { afterEach, beforeEach, expect, vi } from 'vitest'

// What a page or a server complains about in a test is a fault. No spy, which a test could clear or restore unseen.
const { error } = console
let complaints: unknown[][]

beforeEach(() => {
  complaints = []
  console.error = (...words: unknown[]) => {
    complaints.push(words)
    error(...words)
  }
})

afterEach(() => {
  console.error = error
  vi.restoreAllMocks()
  expect(complaints, 'console.error was called').toEqual([])
})
