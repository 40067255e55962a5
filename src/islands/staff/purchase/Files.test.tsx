// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PurchaseFile } from '#lib/purchases/file-shapes.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { aTradeVehicle } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import { Documents, Photos } from './Files.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
let read: string[]
let kept: PurchaseFile

beforeEach(() => {
  read = []
  kept = {
    fileId: 'file-1',
    kind: 'FINANCE_DOCUMENT',
    vehicleId: null,
    name: 'Licence.pdf',
    type: 'application/pdf',
    sizeBytes: 2_400_000,
    sha256: '0'.repeat(64),
    createdAt: '2026-11-20T00:00:00.000Z',
    isRead: false,
  }
  setAccessToken(aToken())
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/files')) return new Response(JSON.stringify({ files: [kept] }))
    read.push(url.split('/').at(-1)!)
    kept = { ...kept, isRead: true }
    return new Response(new Blob(['x']))
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})

const press = (name: string) =>
  act(async () => {
    const found = [...container.querySelectorAll('button')]
    found.find(({ textContent }) => textContent === name)!.click()
  })

test('photos of a trade-in are loaded only once they are opened', async () => {
  const vehicle = aTradeVehicle({ photos: ['photo-1', 'photo-2'] })
  await act(async () => root.render(<Photos id="j1" vehicle={vehicle} />))
  expect(read).toEqual([])
  await press('Show 2 photos')
  await until(() =>
    expect([...container.querySelectorAll('img')].map(({ alt }) => alt)).toEqual([
      'Photo 1 of TOI101',
      'Photo 2 of TOI101',
    ]),
  )
  expect(read.sort()).toEqual(['photo-1', 'photo-2'])
})

test('a document is saved under its name, and then shows as opened', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  await act(async () => root.render(<Documents id="j1" />))
  expect(container.textContent).toContain('2.4 MB, sent')
  expect(container.textContent).toContain(', new')
  await press('Download Licence.pdf')
  await until(() => expect(container.textContent).toContain(', opened'))
  expect(saved).toEqual(['Licence.pdf'])
})
