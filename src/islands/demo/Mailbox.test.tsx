// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Mailbox } from './Mailbox.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let root: Root | undefined
afterEach(() => act(async () => root?.unmount()))

test('an email is downloaded as it was sent', async () => {
  const message = {
    to: 'hana@demo.example',
    subject: 'Your Tarn quote',
    text: 'Kia ora Hana',
    html: '<!doctype html><p style="color:#123456">Kia ora Hana</p>',
    queuedAt: '2026-11-23T01:00:00.000Z',
    attachment: null,
  }
  vi.stubGlobal('fetch', async () => Response.json({ messages: [message] }))
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:saved'
  })
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () => root!.render(<Mailbox />))
  const links: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    links.push(this.download)
  })
  await act(async () =>
    [...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent === 'Download as HTML')!
      .click(),
  )
  expect(links).toEqual(['your-tarn-quote.html'])
  expect(await saved[0]!.text()).toBe(message.html)
})
