// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aStaffUser } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { typeInto } from '#tests/setup/screen.ts'
import * as puzzle from '#stores/sign-in/puzzle.ts'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { Chat } from './Chat.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
let sent: { url: string; body: unknown; captcha: string | null }[]
let status: number
const token = { access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 4e12 }

beforeEach(async () => {
  setAccessToken(null)
  sent = []
  status = 201
  vi.spyOn(puzzle, 'solvePuzzle').mockResolvedValue({ ok: true, value: 'solved' })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    sent.push({
      url,
      body: JSON.parse(String(init.body)),
      captcha: headers.get('x-captcha-token'),
    })
    return status === 201
      ? new Response(null, { status })
      : new Response(JSON.stringify({ message: 'Later, please.', messages: [] }), { status })
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
  const island = <Chat phone="+64 9 555 0100" hours="Monday to Friday" />
  container.innerHTML = renderToString(island)
  const onRecoverableError = vi.fn()
  await act(async () => {
    root = hydrateRoot(container, island, { onRecoverableError })
  })
  expect(onRecoverableError).not.toHaveBeenCalled()
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const button = (name: string) =>
  [...container.querySelectorAll('button')].find((each) => each.textContent === name)!
const press = (name: string) => act(async () => button(name).click())
const open = async () => {
  await act(async () => {
    button('Leave a message').click()
    await import('./ChatPanel.tsx')
    await new Promise((done) => setTimeout(done))
  })
}
const dialog = () => container.querySelector('dialog')!
const field = (label: string) => {
  const found = [...container.querySelectorAll('label')].find((one) => one.textContent === label)
  return document.getElementById(found!.htmlFor) as HTMLInputElement
}
const type = (label: string, text: string) => typeInto(field(label), text)

test('a visitor leaves a message and sees where the answer goes', async () => {
  await open()
  expect(dialog().open).toBe(true)
  expect(document.activeElement).toBe(field('Name'))
  await type('Name', 'Tia Moana')
  await type('Email address', 'tia@post.example')
  await type('Message', 'Is it still there?')
  await press('Send message')
  expect(sent).toEqual([
    {
      url: '/api/messages',
      body: { name: 'Tia Moana', email: 'tia@post.example', message: 'Is it still there?' },
      captcha: 'solved',
    },
  ])
  expect(document.activeElement?.textContent).toBe(
    'Thank you. We’ve received your message and will reply to tia@post.example.',
  )
  await press('Close')
  expect(dialog().open).toBe(false)
  expect(document.activeElement).toBe(button('Leave a message'))
})

test('missing fields show an error, and nothing is sent', async () => {
  await open()
  await press('Send message')
  const faults = [...container.querySelectorAll('.field__error')].map((each) => each.textContent)
  expect(faults).toEqual([
    'Name is required',
    'Please enter a valid email address',
    'Message is required',
  ])
  expect(sent).toEqual([])
})

test('a refusal keeps what was typed, and so does closing', async () => {
  status = 429
  await open()
  await type('Name', 'Tia')
  await type('Email address', 'tia@post.example')
  await type('Message', 'Hello')
  await press('Send message')
  expect(container.querySelector('[role=alert]')?.textContent).toContain('Later, please.')
  await act(async () => container.querySelector<HTMLElement>('[aria-label=Close]')?.click())
  expect(dialog().open).toBe(false)
  await open()
  expect(field('Message').value).toBe('Hello')
})

test('reopening before the close event arrives keeps it open', async () => {
  await open()
  // A browser fires the close event later.
  const holdBack: EventListener = (event) => event.stopImmediatePropagation()
  dialog().addEventListener('close', holdBack, { capture: true })
  const escape = new Event('cancel', { cancelable: true })
  await act(async () => dialog().dispatchEvent(escape))
  expect(escape.defaultPrevented).toBe(true)
  expect(dialog().open).toBe(false)
  await open()
  dialog().removeEventListener('close', holdBack, { capture: true })
  await act(async () => dialog().dispatchEvent(new Event('close')))
  expect(dialog().open).toBe(true)
})

test('a signed-in customer’s name and address are filled in, and cleared on sign-out', async () => {
  await act(async () => {
    setAccessToken(token)
    setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
  })
  await open()
  expect([field('Name').value, field('Email address').value]).toEqual([
    'Mia Harris',
    'mia@example.nz',
  ])
  await type('Message', 'About my car')
  await act(async () => setAccessToken(null))
  expect([field('Name').value, field('Email address').value, field('Message').value]).toEqual([
    '',
    '',
    '',
  ])
})

test('staff do not see the button', async () => {
  await act(async () => {
    setAccessToken(token)
    setCurrentUser(aStaffUser())
  })
  expect(container.textContent).toBe('')
})
