// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { setAccessToken } from '#stores/session/session.ts'
import { UserMenu } from './UserMenu.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const site = vi.hoisted(() => ({ isThere: false, keepSession: vi.fn() }))
vi.mock('#lib/api/load-module.ts', () => ({
  loadedModule: () => null,
  loadModule: async () =>
    site.isThere ? { ok: true, value: { keepSession: site.keepSession } } : { ok: false },
}))

test('the session keeper is loaded once the connection returns', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 9e15 })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<UserMenu />))
  const comeBack = () => act(async () => void window.dispatchEvent(new Event('online')))
  await comeBack()
  expect(site.keepSession).not.toHaveBeenCalled()
  site.isThere = true
  await comeBack()
  await comeBack()
  expect(site.keepSession).toHaveBeenCalledTimes(1)
  await act(async () => root.unmount())
})
