// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PurchaseFile } from '#lib/purchases/file-shapes.ts'
import { MAX_FILE_BYTES } from '#lib/shared/files.ts'
import { setAccessToken, setCurrentUser, actFor } from '#stores/session/session.ts'
import { $uploads, dropUpload } from '#stores/journey/uploads.ts'
import { aToken } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { until } from '#tests/setup/screen.ts'
import { ConditionDocuments } from './ConditionDocuments.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
let kept: PurchaseFile[]
let sent: string[]

const aDocument = (facts: Partial<PurchaseFile> = {}): PurchaseFile => ({
  fileId: 'file-1',
  kind: 'FINANCE_DOCUMENT',
  vehicleId: null,
  name: 'Licence.pdf',
  type: 'application/pdf',
  sizeBytes: 812_000,
  sha256: '0'.repeat(64),
  createdAt: '2026-11-20T00:00:00.000Z',
  isRead: false,
  ...facts,
})

beforeEach(() => {
  kept = []
  sent = []
  localStorage.clear()
  setAccessToken(aToken())
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers }: RequestInit = {}) => {
    sent.push(`${method} ${url}`)
    if (method === 'POST') {
      const name = decodeURIComponent(new Headers(headers).get('x-file-name')!)
      const added = aDocument({ fileId: `file-${kept.length + 1}`, name })
      kept = [...kept, added]
      return new Response(JSON.stringify(added))
    }
    if (method === 'DELETE') {
      kept = kept.filter(({ fileId }) => !url.endsWith(fileId))
      return new Response(null, { status: 204 })
    }
    return new Response(JSON.stringify({ files: kept }))
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  for (const { key } of $uploads.get()) dropUpload(key)
  setAccessToken(null)
})

const open = () => act(async () => root.render(<ConditionDocuments id="journey-1" />))
const text = () => container.textContent ?? ''
const button = (name: string) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const press = (name: string) => act(async () => button(name)!.click())
async function choose(...files: File[]) {
  const input = container.querySelector('input')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}

test('a document is sent by its name, and listed', async () => {
  await open()
  await choose(new File(['%PDF-1.7'], 'Payslip May.pdf', { type: 'application/pdf' }))
  await until(() =>
    expect(text()).toContain('Payslip May.pdf812 KB, sent 20\u00a0November\u00a02026'),
  )
  expect(text()).toContain('1 document sent.')
  // No address has the name.
  expect(sent).toContain('POST /api/purchase-journey/journey-1/finance-documents')
})

test('a document without a media type is recognised by its first bytes', async () => {
  await open()
  await choose(new File(['%PDF-1.7'], 'Lease.pdf'))
  await until(() => expect(text()).toContain('1 document sent.'))
})

test('a picture is sent as a JPEG, with the ending of one', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close() {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect() {},
    drawImage() {},
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type) =>
    done(new Blob(['small'], { type })),
  )
  await open()
  await choose(new File(['x'], 'Payslip.May.png', { type: 'image/png' }))
  await until(() => expect(text()).toContain('Payslip.May.jpg'))
})

test('a file that is neither PDF nor picture, or is too large, has a message and is not sent', async () => {
  await open()
  const large = new File(['%PDF-'], 'Scan.pdf', { type: 'application/pdf' })
  Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 })
  await choose(new File(['x'], 'Budget.xlsx', { type: 'application/vnd.ms-excel' }), large)
  await until(() => expect(text()).toContain('It’s larger than 10 MB.'))
  expect(text()).toContain('It isn’t a PDF or a photo.')
  expect(sent.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('a document can be removed until staff have opened it', async () => {
  kept = [aDocument(), aDocument({ fileId: 'file-2', name: 'Payslip.pdf', isRead: true })]
  await open()
  expect(text()).toContain('opened by our team')
  expect(button('Remove Payslip.pdf')).toBeUndefined()
  await press('Remove Licence.pdf')
  await press('Yes, remove Licence.pdf')
  await until(() => expect(text()).not.toContain('Licence.pdf'))
  await until(() =>
    expect(document.activeElement?.textContent).toBe('Choose documents for the lender'),
  )
})

test('staff acting for the customer see the documents, and cannot send any', async () => {
  kept = [aDocument()]
  setCurrentUser({ type: 'STAFF', staff: { id: 1, name: 'Sam Patel' }, customer: null } as never)
  actFor(aCustomer())
  await open()
  expect(text()).toContain('Licence.pdf')
  expect(text()).toContain('Only the customer can send documents')
  expect(container.querySelectorAll('button')).toHaveLength(0)
})
