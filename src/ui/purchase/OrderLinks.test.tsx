// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import type { PurchaseLinkKind, PurchaseLinks } from '#lib/orders/link-shapes.ts'
import { OrderLinks } from './OrderLinks.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a link and a calendar address are made, renewed and ended with one press each', async () => {
  let links: PurchaseLinks = { calendar: null, shared: null }
  let made = 0
  const call = (async ({ name }: { name: string }, given: { params: { kind: string } }) => {
    const kind = given.params.kind as PurchaseLinkKind
    if (name === 'makePurchaseLink') links = { ...links, [kind]: `key-${++made}` }
    if (name === 'endPurchaseLink') links = { ...links, [kind]: null }
    return { ok: true, value: links }
  }) as unknown as ApiCall
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  const root = createRoot(container)
  await act(async () => root.render(<OrderLinks id="journey-1" call={call} />))
  const press = (text: string) =>
    act(async () =>
      [...container.querySelectorAll('button')]
        .find(({ textContent }) => textContent === text)!
        .click(),
    )
  const values = () => [...container.querySelectorAll('input')].map(({ value }) => value)
  const news = () => document.activeElement?.textContent

  expect(values()).toEqual([])
  await press('Create a link to share')
  expect(values()).toEqual([expect.stringMatching(/\/order\/#\/key-1$/)])
  expect(news()).toBe('The link is ready to share.')
  await press('Create a calendar address')
  expect(values()[1]).toMatch(/\/api\/order-calendars\/key-2\.ics$/)
  expect(container.querySelector('a[href^="webcal://"]')?.textContent).toBe('Add to my calendar')
  expect(container.textContent).toContain('Copy address')
  await press('Create a new address')
  expect(values()[1]).toMatch(/key-3\.ics$/)
  await press('Turn off this address')
  await press('Stop sharing')
  expect(values()).toEqual([])
  expect(news()).toBe('The link no longer works.')
  await act(async () => root.unmount())
})
