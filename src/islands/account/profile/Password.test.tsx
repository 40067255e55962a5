// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import {
  ACCOUNT,
  server,
  sent,
  container,
  openAsMia,
  press,
  field,
  type,
  refusing,
} from './Profile.fixture.tsx'

describe('§3 password change type', () => {
  test('CHANGE_PASSWORD with the current one; the focus goes back to the button', async () => {
    server.answers['PUT /customer/7/password'] = { status: 204 }
    await openAsMia()
    await press('Change password')
    await press('Change password')
    expect(field('Current password').textContent).toContain('Please enter your current password')
    expect(field('New password').textContent).toContain('Please enter a new password')

    await type('Current password', 'the old one')
    await type('New password', 'seven grey herons stood')
    await press('Change password')
    expect(sent.find(({ call }) => call === 'PUT /customer/7/password')?.body).toEqual({
      type: 'CHANGE_PASSWORD',
      currentPassword: 'the old one',
      newPassword: 'seven grey herons stood',
    })
    expect(document.activeElement?.textContent).toBe('Change password')
    expect(container.textContent).not.toContain('New password')
  })

  test('NEW_ACCOUNT without one; long after the sign-in a code by email is needed', async () => {
    server.account = { ...ACCOUNT, hasPassword: false }
    server.answers['PUT /customer/7/password'] = refusing('currentPassword', 'is required')
    await openAsMia()
    expect(container.textContent).not.toContain('change your password')
    await press('Set a password')
    await type('New password', 'seven grey herons stood')
    await press('Set password')
    expect(container.textContent).toContain('We’ve emailed a code to')

    server.answers['PUT /customer/7/password'] = { status: 204 }
    await type('Verification code', '12 34 56')
    await press('Set password')
    expect(sent.findLast(({ call }) => call === 'PUT /customer/7/password')?.body).toEqual({
      type: 'NEW_ACCOUNT',
      currentPassword: '123456',
      newPassword: 'seven grey herons stood',
    })
  })

  test('a refusal of the server shows at its field', async () => {
    server.answers['PUT /customer/7/password'] = refusing('currentPassword', 'is wrong')
    await openAsMia()
    await press('Change password')
    await type('Current password', 'wrong')
    await type('New password', 'seven grey herons stood')
    await press('Change password')
    expect(field('Current password').textContent).toContain('Current password is wrong')
  })
})
