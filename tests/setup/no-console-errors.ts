import { afterEach, beforeEach, expect, vi } from 'vitest'

// What a page or a server complains about in a test is a fault, unless the test expects it.
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const complaints = vi.mocked(console.error).mock?.calls ?? []
  vi.restoreAllMocks()
  expect(complaints, 'console.error was called').toEqual([])
})
