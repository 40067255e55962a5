// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import { faultySite, field, press, type, underFaults } from '#tests/setup/faulty-site.ts'
import { Recalls } from './Recalls.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.mock('#stores/sign-in/captcha.ts', () => ({
  solveCaptcha: async () => ({ ok: true, value: 'solved' }),
}))

let root: Root
afterEach(() => act(async () => root.unmount()))

// Specification §8
test('a failed look-up says why, and keeps registration and VIN', async () => {
  const site = faultySite(Object.values(contract), { getConfig: () => ({ flags: {} }) })
  vi.stubGlobal('fetch', site.fetch)
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () => root.render(<Recalls phone="0800 555 010" />))
  await type('Registration', 'ABC123')
  await type('VIN', '7AVCV1P22M0001011')
  await underFaults({
    site,
    call: contract.findRecalls!,
    act: () => press('Check for recalls', 550),
    stillThere: () =>
      expect([field('Registration').value, field('VIN').value]).toEqual([
        'ABC123',
        '7AVCV1P22M0001011',
      ]),
  })
})
