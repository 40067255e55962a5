// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ACCOUNT,
  container,
  openAsMia,
  press,
  refusing,
  sent,
  server,
  type,
} from './Profile.fixture.tsx'

const PHONE = {
  passkeyId: 'p1',
  name: 'My phone',
  addedAt: '2026-11-18T02:00:00.000Z',
  lastUsedAt: '2026-11-20T02:00:00.000Z',
}
const REMOVE = 'POST /me/passkeys/p1/removal'
const bodies = (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body)

describe('passkeys in the profile', () => {
  beforeEach(() => {
    server.answers['GET /me/passkeys'] = { status: 200, body: { passkeys: [PHONE] } }
  })

  test('are listed with name and last use, and are removed only after a question', async () => {
    server.answers[REMOVE] = { status: 204 }
    await openAsMia()
    expect(container.textContent).toContain('My phone')
    expect(container.textContent).toContain('Last used 20\u00a0November\u00a02026')
    await press('Remove My phone')
    expect(bodies(REMOVE)).toEqual([])
    await press('Keep it')
    expect(document.activeElement?.textContent).toBe('Remove My phone')
    await press('Remove My phone')
    await press('Remove this passkey')
    expect(bodies(REMOVE)).toEqual([{}])
  })

  test('take the password to remove long after the sign-in', async () => {
    server.answers[REMOVE] = refusing('currentPassword', 'is required')
    await openAsMia()
    await press('Remove My phone')
    await press('Remove this passkey')
    expect(document.activeElement).toBe(container.querySelector('input[type="password"]'))
    server.answers[REMOVE] = { status: 204 }
    await type('Current password', 'the password')
    await press('Remove this passkey')
    expect(bodies(REMOVE)).toEqual([{}, { currentPassword: 'the password' }])
  })

  test('take a code by email when the account has no password', async () => {
    server.account = { ...ACCOUNT, hasPassword: false }
    server.answers[REMOVE] = refusing('currentPassword', 'is required')
    await openAsMia()
    await press('Remove My phone')
    await press('Remove this passkey')
    expect(container.textContent).toContain('We’ve emailed a code to')
  })

  test('need a name to be saved', async () => {
    server.answers['PUT /me/passkeys/p1'] = { status: 200, body: { ...PHONE, name: 'Old phone' } }
    await openAsMia()
    await press('Rename My phone')
    await type('Name of this passkey', ' ')
    await press('Save name')
    expect(container.textContent).toContain('Please enter a name, such as My phone')
    await type('Name of this passkey', 'Old phone')
    await press('Save name')
    expect(bodies('PUT /me/passkeys/p1')).toEqual([{ name: 'Old phone' }])
  })
})
