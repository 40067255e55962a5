// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, test } from 'vitest'
import { endSession, actFor, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { consentText } from './Profile.tsx'
import {
  ACCOUNT,
  SESSION,
  TOKEN,
  server,
  sent,
  container,
  root,
  open,
  openAsMia,
  button,
  press,
  field,
  type,
} from './Profile.fixture.tsx'

describe('an address that is emptied', () => {
  const postalAddress = {
    line1: '12 Kauri Road',
    suburb: 'Westmere',
    city: 'Auckland',
    postcode: '1022',
    country: 'NZ' as const,
  }
  const saved = () => sent.filter(({ call }) => call === 'PATCH /customer/7')
  const empty = async () => {
    server.answers['PATCH /customer/7'] = { status: 200, body: aCustomer() }
    await openAsMia(aCustomer({ postalAddress }))
    for (const label of ['Street address', 'Suburb', 'Town or city', 'Postcode'])
      await type(label, '')
    await press('Save profile')
  }

  test('needs a confirmation, and can be kept', async () => {
    await empty()
    expect(saved()).toEqual([])
    expect(container.textContent).toContain('12 Kauri Road, Westmere, Auckland 1022 on record')
    expect(document.activeElement?.textContent).toBe('Keep it')
    await press('Keep it')
    expect(document.activeElement?.textContent).toBe('Save profile')
    expect(field('Street address').querySelector('input')?.value).toBe('12 Kauri Road')
    await press('Save profile')
    expect(saved().map(({ body }) => body)).toEqual([{}])
  })

  test('is removed after the confirmation', async () => {
    await empty()
    await press('Remove it and save')
    expect(saved()).toMatchObject([{ body: { postalAddress: null } }])
    expect(document.activeElement?.textContent).toBe('Save profile')
    expect(container.textContent).not.toContain('Remove your postal address?')
  })

  test('§5 text not picked from the list is refused, and clears nothing', async () => {
    await empty()
    await press('Keep it')
    await press('Search for the address instead')
    await press('Save profile')
    expect(saved()).toEqual([])
    expect(container.textContent).toContain('Please pick an address from the list.')
  })
})

test('only what was changed is sent: what the page merely shows may be old by now', async () => {
  server.answers['PATCH /customer/7'] = { status: 200, body: aCustomer() }
  await openAsMia(aCustomer({ marketingConsent: true }))
  await type('Work phone', '09 555 7777')
  await press('Save profile')
  const { body } = sent.find(({ call }) => call === 'PATCH /customer/7')!
  expect(body).toEqual({ workPhone: '09 555 7777' })

  // Taken back where the answer was lost: it may have been saved.
  server.answers['PATCH /customer/7'] = { status: 502 }
  await type('Work phone', '09 555 8888')
  await press('Save profile')
  server.answers['PATCH /customer/7'] = { status: 200, body: aCustomer() }
  await type('Work phone', '')
  await press('Save profile')
  const last = sent.filter(({ call }) => call === 'PATCH /customer/7').at(-1)
  expect(last?.body).toEqual({ workPhone: '' })
})

const news = () => field('Send me news').querySelector('input')!

test('a form that is left after a lost answer begins with the record as it is by then', async () => {
  await openAsMia()
  server.answers['PATCH /customer/7'] = { status: 502 }
  await act(async () => news().click())
  await press('Save profile')
  await act(async () => root.unmount())
  server.answers['GET /customer/7'] = {
    status: 200,
    body: aCustomer({ marketingConsent: true }),
  }
  await open()
  expect(news().checked).toBe(true)
})

describe('a session that expires', () => {
  const comeBack = async (id: number) => {
    await act(async () => endSession())
    await act(async () => root.unmount())
    setAccessToken(TOKEN)
    await openAsMia(aCustomer({ id }))
  }

  test('leaves the email form open, with the new address but no password', async () => {
    await openAsMia()
    await press('Change email address')
    await type('New email address', 'new@example.nz')
    await type('Current password', 'seven grey herons stood')

    await comeBack(7)

    expect(container.textContent).toContain('Your session ended before this was sent')
    expect(field('New email address').querySelector('input')!.value).toBe('new@example.nz')
    expect(field('Current password').querySelector('input')!.value).toBe('')
    await press('Cancel')
    expect(document.activeElement?.textContent).toBe('Change email address')
    await press('Change email address')
    expect(container.textContent).not.toContain('Your session ended')
    expect(field('New email address').querySelector('input')!.value).toBe('')
  })

  test('still sends a consent that was taken back after a lost answer', async () => {
    await openAsMia()
    server.answers['PATCH /customer/7'] = { status: 502 }
    await act(async () => news().click())
    await press('Save profile')
    await act(async () => news().click())
    server.answers['PATCH /customer/7'] = { status: 200, body: aCustomer() }
    await comeBack(7)
    await press('Save profile')
    expect(sent.filter(({ call }) => call === 'PATCH /customer/7').at(-1)?.body).toEqual({
      marketingConsent: false,
    })
  })

  test('leaves the deletion question open for the same customer only', async () => {
    await openAsMia()
    await press('Delete my account')
    await comeBack(7)
    expect(button('Keep it')).toBeDefined()
    expect(container.textContent).toContain('Your session ended before this was sent')

    server.answers = {
      'GET /customer/8': { status: 200, body: aCustomer({ id: 8 }) },
      'GET /customer/8/account': { status: 200, body: server.account },
      'GET /customer/8/sessions': { status: 200, body: { sessions: [SESSION] } },
    }
    await comeBack(8)
    expect(button('Delete my account')).toBeDefined()
    expect(button('Keep it')).toBeUndefined()
  })
})

test('an account to be deleted says so at the top, and can be kept', async () => {
  server.account = {
    ...ACCOUNT,
    deletion: { requestedAt: '2026-11-20T01:00:00Z', dueAt: '2026-12-04T01:00:00Z' },
  }
  server.answers['DELETE /customer/7/deletion'] = { status: 204 }
  await openAsMia()
  expect(container.textContent).toContain(
    'This account will be deleted on 4\u00a0December\u00a02026',
  )
  server.account = ACCOUNT
  await press('Keep my account')
  expect(container.textContent).not.toContain('will be deleted on')
})

test('staff who act cannot touch password, address, devices or data (decision 12)', async () => {
  setCurrentUser({
    type: 'STAFF',
    staff: { id: 1, firstName: 'Sam', lastName: 'Reid', email: 's@x.example', roles: [] },
    customer: null,
  })
  actFor({ id: 7, name: { firstName: 'Mia' } })
  server.answers['GET /customer/7'] = {
    status: 200,
    body: aCustomer({ webAccountStatus: 'VERIFYPEND' }),
  }
  server.answers['POST /customer/7/create-web-account'] = {
    status: 200,
    body: { webAccountStatus: 'VERIFYPEND' },
  }
  await open()
  for (const words of ['Change password', 'Change email', 'Download', 'Delete', 'signed in'])
    expect(container.textContent).not.toContain(words)
  await press('Create web account')
  expect(sent.find(({ call }) => call === 'POST /customer/7/create-web-account')).toBeDefined()
})

test.each([
  [{ isGiven: false, at: null, source: null }, ''],
  [
    { isGiven: true, at: '2026-11-20T01:05:00Z', source: 'PROFILE' },
    'You agreed to this on 20\u00a0November\u00a02026 at 2:05\u00a0pm, in your profile.',
  ],
  [
    { isGiven: false, at: '2026-11-20T01:05:00Z', source: 'STAFF' },
    'You opted out of this on 20\u00a0November\u00a02026 at 2:05\u00a0pm, through our team.',
  ],
] as const)('a consent shows when and where it was given (decision 51): %j', (marketing, words) => {
  expect(consentText(marketing)).toBe(words)
})
