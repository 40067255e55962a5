// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { ACCOUNT, server, container, openAsMia, press, field, type } from './Profile.fixture.tsx'

test('§5 a new email address is checked, and applies once its code is entered', async () => {
  server.answers['PATCH /customer/7/change-web-account-email'] = { status: 200, body: aCustomer() }
  server.answers['POST /customer/7/change-web-account-email/verify'] = {
    status: 200,
    body: aCustomer({ email: 'mia@new.example' }),
  }
  await openAsMia()
  await press('Change email address')
  await type('New email address', 'nonsense')
  await type('Current password', 'the old one')
  await press('Send code')
  expect(field('New email address').textContent).toContain('Please enter a valid email address')

  await type('New email address', ' mia@new.example ')
  await press('Send code')
  expect(container.textContent).toContain('mia@new.example')
  await type('Verification code', '654321')
  await press('Confirm address')
  expect(container.querySelector('.setting__value')?.textContent).toBe('mia@new.example')
})

test('an address to be confirmed is still there after a reload', async () => {
  server.account = { ...ACCOUNT, pendingEmail: 'mia@new.example' }
  await openAsMia()
  expect(container.textContent).toContain('mia@new.example needs to be confirmed')
  await press('Confirm the new address')
  expect(field('Verification code')).toBeDefined()
})
