// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import { Toasts } from '#islands/toasts/Toasts.tsx'
import { setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { aCustomer, aQuote } from '#tests/builders/purchase-journey.ts'
import { faultySite, field, isOneCall, press, type, underFaults } from '#tests/setup/faulty-site.ts'
import { settle } from '#tests/setup/screen.ts'
import { CreateAccount } from './sign-in/CreateAccount.tsx'
import { ForgottenPassword } from './sign-in/ForgottenPassword.tsx'
import { Profile } from './profile/Profile.tsx'
import { QuoteCard } from './purchases/QuoteCard.tsx'

// Specification §8: in the customer area each fault is shown, the text typed stays, and nothing is done twice.

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.mock('#stores/sign-in/captcha.ts', () => ({
  solveCaptcha: async () => ({ ok: true, value: 'solved' }),
}))
vi.mock('#ui/save-file.ts', () => ({ saveFile: () => {}, saveBase64: () => {} }))

const call = (name: string) => contract[name]!
/** A failed read is repeated after half a second. */
const A_READ_MS = 550

const SESSION = {
  sessionId: 's1',
  device: 'Chrome on Windows',
  network: '203.0.113.7',
  signedInAt: '2026-11-20T01:00:00Z',
  lastUsedAt: '2026-11-20T01:00:00Z',
  isThis: true,
}
const WATCH = {
  key: 'k1',
  car: 'Tarn Hybrid in Cloud Pearl',
  priceCents: 4_553_900,
  stockLevel: 'On order',
  isConfirmed: true,
  ends: '2027-11-20T01:00:00Z',
  request: { kdcd: 'TN27H-A', colourCode: 'WHP', payOption: 'CASH' },
}
const elsewhere = { ...SESSION, sessionId: 's2', device: 'Safari on iPhone', isThis: false }
const held = aQuote({ expires: new Date(Date.now() + 5 * 86_400_000).toISOString() })

let account: Record<string, unknown>
let site: ReturnType<typeof faultySite>
let root: Root

beforeEach(() => {
  account = {
    hasPassword: true,
    pendingEmail: null,
    marketing: { isGiven: false, at: null, source: null },
    deletion: null,
    dataExport: null,
  }
  site = faultySite(Object.values(contract), {
    getConfig: () => ({ clientId: 'c', clientSecret: 's', flags: {}, providers: {} }),
    getCustomer: () => aCustomer(),
    getAccount: () => account,
    listSessions: () => ({ sessions: [SESSION, elsewhere] }),
    listWatches: () => ({ watches: [WATCH] }),
    changeWebAccountEmail: () => aCustomer(),
    verifyWebAccountEmail: () => aCustomer({ email: 'mia@new.example' }),
    requestDeletion: () => ({ requestedAt: '2026-11-20T01:00:00Z', dueAt: '2026-12-04T01:00:00Z' }),
    requestExport: () => account.dataExport,
    downloadExport: () => ({ exportedAt: '2026-11-20T01:00:00Z' }),
    checkPasswordReset: () => ({ valid: true, type: 'CHANGE_PASSWORD' }),
    refreshQuote: () => ({ ...held, changes: [] }),
    emailQuote: () => ({ queued: true }),
    getQuoteDocument: () => ({ name: 'a.pdf', mediaType: 'application/pdf', base64: '' }),
  })
  vi.stubGlobal('fetch', site.fetch)
  setAccessToken({ access_token: 'a', refresh_token: 'r', expires_in: 900, refreshAt: 1e15 })
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
})
afterEach(async () => {
  await act(async () => root.unmount())
  setAccessToken(null)
})

async function open(screen: ReactNode) {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
  await act(async () =>
    root.render(
      <>
        <Toasts position="top-centre" />
        {screen}
      </>,
    ),
  )
  await settle()
}
const keeps = (typed: Record<string, string>) => () => {
  for (const [label, text] of Object.entries(typed)) expect(field(label).value, label).toBe(text)
}
const typeAll = async (typed: Record<string, string>) => {
  for (const [label, text] of Object.entries(typed)) await type(label, text)
}
const words = () => document.body.textContent

test('the password', async () => {
  const typed = { 'Current password': 'the old one', 'New password': 'seven grey herons' }
  await open(<Profile />)
  await press('Change password')
  await typeAll(typed)
  const change = () => press('Change password')
  await underFaults({ site, call: call('changePassword'), act: change, stillThere: keeps(typed) })
  await change()
  expect(words()).toContain('Your password is changed.')
  expect(isOneCall(site, call('changePassword'))).toBe(true)
})

test('the email address', async () => {
  const typed = { 'New email address': 'mia@new.example', 'Current password': 'the old one' }
  await open(<Profile />)
  await press('Change email address')
  await typeAll(typed)
  const ask = () => press('Send code')
  await underFaults({
    site,
    call: call('changeWebAccountEmail'),
    act: ask,
    stillThere: keeps(typed),
  })
  await ask()

  const code = { 'Verification code': '654321' }
  await typeAll(code)
  const prove = () => press('Confirm address')
  await underFaults({
    site,
    call: call('verifyWebAccountEmail'),
    act: prove,
    stillThere: keeps(code),
  })
  await prove()
  expect(words()).toContain('Your email address is now mia@new.example.')
  expect(isOneCall(site, call('verifyWebAccountEmail'))).toBe(true)
})

test('devices', async () => {
  site.fail(call('listSessions'), '500')
  await open(<Profile />)
  expect(words()).toContain('We couldn’t load your devices')
  site.mend()
  await press('Try again')
  for (const [name, button] of [
    ['endOtherSession', 'Sign out Safari'],
    ['endOtherSessions', 'Sign out elsewhere'],
  ] as const)
    await underFaults({
      site,
      call: call(name),
      act: () => press(button),
      says: 'Failed to sign out: ',
      stillThere: () => expect(words()).toContain('Safari on iPhone'),
    })
})

test('watched cars', async () => {
  site.fail(call('listWatches'), '500')
  await open(<Profile />)
  expect(words()).toContain('We couldn’t load the cars you’re watching')
  site.mend()
  await press('Try again')
  expect(words()).toContain('$45,539 drive-away, on order. Until 20\u00a0November\u00a02027.')
  await underFaults({
    site,
    call: call('endWatch'),
    act: () => press('Stop the emails about Tarn Hybrid'),
    says: 'We couldn’t stop the emails: ',
    stillThere: () => expect(words()).toContain('Tarn Hybrid in Cloud Pearl'),
  })
})

test('the data export, and deletion', async () => {
  await open(<Profile />)
  await underFaults({ site, call: call('requestExport'), act: () => press('Request my data') })
  const asked = { requestedAt: '2026-11-20T01:00:00Z', readyAt: null, expiresAt: null }
  account.dataExport = { ...asked, sizeBytes: null }
  await press('Request my data')
  expect(words()).toContain('We’re putting your data together. We’ll email')
  const ready = { readyAt: '2026-11-20T01:01:00Z', expiresAt: '2026-11-21T01:01:00Z' }
  account.dataExport = { ...asked, ...ready, sizeBytes: 2_400_000 }
  await press('Check again')
  expect(words()).toContain('Your copy is ready (2.4 MB). You can download it until Sat')
  await underFaults({
    site,
    call: call('downloadExport'),
    act: () => press('Download my data', A_READ_MS),
  })
  await press('Download my data')
  expect(words()).toContain('Your data has been downloaded.')

  await press('Delete my account')
  const typed = { 'Current password': 'the old one' }
  await typeAll(typed)
  await underFaults({
    site,
    call: call('requestDeletion'),
    act: () => press('Delete my account'),
    stillThere: keeps(typed),
  })
  account.deletion = { requestedAt: '2026-11-20T01:00:00Z', dueAt: '2026-12-04T01:00:00Z' }
  await press('Delete my account')
  expect(words()).toContain('This account will be deleted on 4\u00a0December\u00a02026')
  await underFaults({
    site,
    call: call('withdrawDeletion'),
    act: () => press('Keep my account'),
    says: 'We couldn’t keep your account: ',
  })
})

test('a forgotten password, in its three steps', async () => {
  setAccessToken(null)
  await open(<ForgottenPassword query={new URLSearchParams()} />)
  for (const [name, label, text, button] of [
    ['startPasswordReset', 'Email address', 'mia@example.nz', 'Next'],
    ['checkPasswordReset', 'Verification code', '654321', 'Next'],
    ['completePasswordReset', 'New password', 'seven grey herons', 'Set password'],
  ] as const) {
    await type(label, text)
    const go = () => press(button)
    await underFaults({ site, call: call(name), act: go, stillThere: keeps({ [label]: text }) })
    await go()
  }
  expect(words()).toContain('Your new password is set')
  expect(isOneCall(site, call('completePasswordReset'))).toBe(true)
})

test('creating an account', async () => {
  setAccessToken(null)
  const typed = { 'First name': 'Tia', 'Last name': 'Moana', 'Email address': 'tia@example.nz' }
  await open(<CreateAccount />)
  await typeAll(typed)
  const create = () => press('Create account')
  await underFaults({ site, call: call('createCustomer'), act: create, stillThere: keeps(typed) })
  await create()
  expect(words()).toContain('Verification code')
  expect(isOneCall(site, call('createCustomer'))).toBe(true)
})

test('a quote’s price, email and document', async () => {
  await open(<QuoteCard quote={held} purchase={undefined} />)
  for (const [name, button, says] of [
    ['refreshQuote', 'Refresh price', ''],
    ['emailQuote', 'Email quote', ''],
    ['getQuoteDocument', 'Download', 'We couldn’t create the document: '],
  ] as const)
    await underFaults({
      site,
      call: call(name),
      act: () => press(button, name.startsWith('get') ? A_READ_MS : undefined),
      says,
      stillThere: () => expect(words()).toContain(held.vehicle.variantName),
    })
  await press('Email quote')
  expect(words()).toContain('The quote is on its way to')
  expect(isOneCall(site, call('emailQuote'))).toBe(true)
})
