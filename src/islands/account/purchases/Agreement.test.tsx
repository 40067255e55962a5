// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Agreement as AgreementShape } from '#lib/purchases/agreement-shapes.ts'
import { writeAgreement } from '#lib/purchases/sale-agreement.ts'
import { setAccessToken } from '#stores/session/session.ts'
import { aToken } from '#tests/builders/session.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { Agreement } from './Agreement.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const anAgreement = (facts: Partial<AgreementShape> = {}): AgreementShape => ({
  agreementId: 'one',
  purchaseJourneyId: 'j1',
  version: '2026-11-22',
  document: writeAgreement('Vehicle sale agreement', [
    { heading: 'Buyer' },
    { rows: [['Name', 'Mia Harris']] },
  ]),
  documentSha256: 'abc',
  issuedAt: '2026-11-22T00:00:00.000Z',
  acceptance: null,
  ...facts,
})

let container: HTMLElement
let root: Root
let shown: AgreementShape
let cancellation: { isOpen: boolean; until: string | null }
let posted: unknown[]
let answerToPost: () => Response

beforeEach(() => {
  setAccessToken(aToken())
  shown = anAgreement()
  cancellation = { isOpen: true, until: '2026-11-25T00:00:00.000Z' }
  posted = []
  answerToPost = () => new Response('{}', { status: 200 })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') {
      const answer = url.endsWith('/record') ? { cancellation } : shown
      return new Response(JSON.stringify(answer), { status: 200 })
    }
    posted.push(JSON.parse(body as string))
    return answerToPost()
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
  localStorage.clear()
})

const open = () =>
  act(async () => {
    root = createRoot(container)
    root.render(<Agreement id="j1" />)
  })
const press = (name: string) =>
  act(async () =>
    [...container.querySelectorAll('button')]
      .find(({ textContent }) => textContent === name)!
      .click(),
  )
const fillIn = async () => {
  await act(async () => container.querySelector<HTMLInputElement>('[type=checkbox]')!.click())
  await typeInto(container.querySelector('input[autocomplete=name]')!, 'Mia Harris')
}

test('accepting an agreement takes a tick and a name', async () => {
  await open()
  expect(container.querySelector('h2')?.textContent).toBe('Vehicle sale agreement')
  expect(document.activeElement?.textContent).toBe('Vehicle sale agreement')
  expect(container.querySelector('.summary')?.textContent).toBe('NameMia Harris')
  await press('Accept the agreement')
  expect(posted).toEqual([])
  expect(container.querySelectorAll('[aria-invalid=true]')).toHaveLength(2)
  await fillIn()
  shown = anAgreement({
    acceptance: { acceptedAt: '2026-11-22T01:00:00.000Z', method: 'TYPED', name: 'Mia Harris' },
  })
  await press('Accept the agreement')
  expect(posted).toEqual([{ agreementId: 'one', isAccepted: true, name: 'Mia Harris' }])
  expect(container.querySelector('[role=status]')?.textContent).toContain('as Mia Harris')
  expect(container.querySelector('form')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Vehicle sale agreement')
})

test('the last moment to cancel is shown while it can be cancelled', async () => {
  await open()
  expect(container.textContent).toMatch(
    /You can still cancel until 25\u00a0November\u00a02026.*\. Not sure/,
  )
  await act(async () => root.unmount())
  cancellation = { isOpen: false, until: null }
  await open()
  expect(container.textContent).toContain('binding on you and us. Not sure')
})

test('a newly issued agreement is shown, and needs its own acceptance', async () => {
  await open()
  await fillIn()
  answerToPost = () =>
    new Response(JSON.stringify({ code: 'Conflict', message: 'Another one.', messages: [] }), {
      status: 409,
      headers: { 'content-type': 'application/problem+json' },
    })
  shown = anAgreement({
    agreementId: 'two',
    document: writeAgreement('Another agreement', [{ text: 'Read me.' }]),
  })
  await press('Accept the agreement')
  expect(container.textContent).toContain('The agreement has changed')
  expect(container.querySelector('h2')?.textContent).toBe('Another agreement')
  expect(document.activeElement?.textContent).toBe('Another agreement')
  expect(container.querySelector<HTMLInputElement>('[type=checkbox]')!.checked).toBe(false)
  await fillIn()
  await press('Accept the agreement')
  expect(posted.at(-1)).toMatchObject({ agreementId: 'two' })
})
