// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import type { People as PeopleShape, Person } from '#lib/people/shapes.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { People } from './People.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const person = (facts: Partial<Person>): Person => ({
  personId: 'p1',
  name: 'Tia Moana',
  email: 'tia@post.example',
  role: 'APPROVER',
  state: 'INVITED',
  invitationEnds: '2026-12-07T01:00:00.000Z',
  signedAt: null,
  ...facts,
})
const NOBODY: PeopleShape = {
  people: [],
  events: [],
  most: 3,
  canInvite: true,
  canComment: false,
  waitsFor: null,
}
let now: PeopleShape
let sent: { name: string; body?: unknown }[]
let fails: string | null
let container: HTMLElement
let root: Root
beforeEach(() => {
  now = NOBODY
  sent = []
  fails = null
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(() => act(async () => root.unmount()))

const call = (async ({ name }: { name: string }, given: { body?: { text?: string } }) => {
  if (name === fails) return { ok: false, failure: { kind: 'network', reason: 'failed' } }
  if (name !== 'getPeople') sent.push({ name, ...(given.body && { body: given.body }) })
  if (name === 'invitePerson')
    now = {
      ...NOBODY,
      people: [person({})],
      canComment: true,
      waitsFor: 'Tia Moana hasn’t accepted your invitation yet.',
    }
  if (name === 'removePerson') now = NOBODY
  if (name === 'addPurchaseComment')
    now = {
      ...now,
      events: [
        {
          eventId: 'e1',
          at: '2026-11-23T01:00:00.000Z',
          kind: 'COMMENT',
          by: 'Mia Harris',
          isOwn: true,
          about: null,
          text: given.body!.text!,
          cents: null,
        },
      ],
    }
  return { ok: true, value: now }
}) as unknown as ApiCall
const open = (isActing = false) =>
  act(async () => root.render(<People id="journey-1" call={call} isActing={isActing} />))
const text = () => container.textContent ?? ''
const button = (name: RegExp) =>
  [...container.querySelectorAll('button')].find(({ textContent }) => name.test(textContent ?? ''))
const press = (name: RegExp) => act(async () => button(name)!.click())
const field = (label: string) => {
  const { htmlFor } = [...container.querySelectorAll('label')].find(({ textContent }) =>
    textContent?.startsWith(label),
  )!
  return document.getElementById(htmlFor) as HTMLInputElement
}
const isSent = (wanted: string) => sent.filter(({ name }) => name === wanted)

test('a person is invited, written to and withdrawn, each said where it was pressed', async () => {
  await open()
  expect(text()).toContain('Invite a partner, a joint buyer or an approver.')
  await press(/^Invite someone/)
  await press(/^Send the invitation/)
  expect(sent).toEqual([])
  expect(text()).toContain('Their name is required')
  const approver = [...container.querySelectorAll('input[type=radio]')].at(-1) as HTMLInputElement
  await act(async () => approver.click())
  await act(async () => typeInto(field('Their name'), 'Tia Moana'))
  await act(async () => typeInto(field('Their email address'), 'tia@post.example'))
  await press(/^Send the invitation/)
  expect(sent).toEqual([
    {
      name: 'invitePerson',
      body: { name: 'Tia Moana', email: 'tia@post.example', role: 'APPROVER' },
    },
  ])
  expect(document.activeElement?.textContent).toContain('We’ve emailed Tia Moana an invitation.')
  expect(text()).toContain('Waiting for approval')
  expect(text()).toContain('Approver. Invited')

  await press(/^Add the comment/)
  expect(text()).toContain('Please write something')
  await act(async () => typeInto(field('Your comment'), 'Blue?'))
  await press(/^Add the comment/)
  expect(isSent('addPurchaseComment')).toHaveLength(1)
  expect(text()).toContain('Blue?')

  await press(/^Send again/)
  expect(isSent('sendInvitationAgain')).toHaveLength(1)
  await press(/^Withdraw: /)
  expect(isSent('removePerson')).toHaveLength(0)
  await press(/^Withdraw the invitation/)
  expect(isSent('removePerson')).toHaveLength(1)
  expect(document.activeElement?.textContent).toContain('no longer has access')
})

test('a call that fails keeps what was typed and says why', async () => {
  fails = 'getPeople'
  await open()
  expect(text()).toContain('We couldn’t load the people in this purchase')
  fails = null
  await press(/^Try again/)
  await press(/^Invite someone/)
  await act(async () => typeInto(field('Their name'), 'Tia'))
  await act(async () => typeInto(field('Their email address'), 'tia@post.example'))
  fails = 'invitePerson'
  await press(/^Send the invitation/)
  expect(text()).toContain('We couldn’t send the invitation')
  expect(field('Their name').value).toBe('Tia')
})

test('staff who act for the buyer see everyone and may withdraw, and write nothing', async () => {
  now = { ...NOBODY, people: [person({ state: 'APPROVED', invitationEnds: null })] }
  await open(true)
  expect(text()).toContain('Has approved the purchase')
  expect(button(/^Withdraw/)).toBeDefined()
  expect(button(/Invite|comment|Send again/)).toBeUndefined()
})

test('a full purchase says how to make room, and one that is over invites nobody', async () => {
  const ids = ['1', '2', '3']
  now = { ...NOBODY, canInvite: false, people: ids.map((personId) => person({ personId })) }
  await open()
  expect(text()).toContain('You’ve invited 3 people, the most you can.')
  expect(button(/Invite/)).toBeUndefined()
  await act(async () => root.unmount())
  root = createRoot(container)
  now = { ...NOBODY, canInvite: false }
  await open()
  expect(text()).toContain('You haven’t invited anyone to this purchase.')
})
