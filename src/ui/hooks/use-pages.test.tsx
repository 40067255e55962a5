// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { usePages, type Pages } from './use-pages.ts'
import type { QueryState } from './use-query.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a refetched list is as long as before', async () => {
  let version = 1
  const asked: (string | undefined)[] = []
  let shown: QueryState<Pages<string>> = { state: 'loading' }
  function List() {
    shown = usePages('list', async (cursor) => {
      asked.push(cursor)
      const items = [`${cursor ?? 'first'} ${version}`]
      const nextCursor = cursor === 'third' ? null : cursor ? 'third' : 'second'
      return { ok: true, value: { items, nextCursor } }
    })
    return null
  }
  const now = () => {
    if (shown.state !== 'ready') throw new Error(shown.state)
    return shown
  }
  await act(async () => createRoot(document.createElement('div')).render(<List />))
  expect(now().value).toMatchObject({ items: ['first 1'], hasMore: true })
  await act(async () => now().value.loadMore())
  expect(now().value).toMatchObject({ items: ['first 1', 'second 1'], hasMore: true })

  for (version of [2, 3]) {
    await act(async () => now().refetch())
    expect(now().value).toMatchObject({
      items: [`first ${version}`, `second ${version}`],
      hasMore: true,
    })
  }
  await act(async () => now().value.loadMore())
  expect(now().value).toMatchObject({
    items: ['first 3', 'second 3', 'third 3'],
    hasMore: false,
  })
  expect(asked.at(-1)).toBe('third')
})
