// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { setAccessToken } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { container } from './Journey.fixture.tsx'
import { SaveAndExit } from './SaveAndExit.tsx'

test('the way out leads a visitor home, and a customer to My Purchases', async () => {
  await act(async () => createRoot(container).render(<SaveAndExit />))
  const link = container.querySelector('a')!
  expect(link.textContent).toBe('Save and exit')
  expect(link.getAttribute('href')).toBe('/')

  await act(async () => setAccessToken(aToken()))
  expect(link.getAttribute('href')).toBe('/customer/#/agreements')
})
