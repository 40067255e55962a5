// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiFailure } from '#lib/api/failure.ts'
import { typeInto } from '#tests/setup/screen.ts'
import { SignInForm } from './SignInForm.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let container: HTMLElement
let root: Root
beforeEach(() => {
  container = document.createElement('div')
  document.body.replaceChildren(container)
  root = createRoot(container)
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const refusal = (failure: ApiFailure, message = 'Invalid username or password') =>
  ({ ok: false, failure, message }) as const
const status = (code: number) => refusal({ kind: 'unreadable', status: code }, `(${code})`)

const open = async (signIn: Parameters<typeof SignInForm>[0]['signIn'], onSignedIn = vi.fn()) => {
  await act(async () =>
    root.render(<SignInForm signIn={signIn} onSignedIn={onSignedIn} forgotHref="/forgot" />),
  )
  return onSignedIn
}
const field = () => container.querySelector<HTMLInputElement>('input:not([type="hidden"])')!
const label = () => container.querySelector('label')?.textContent
const type = (text: string) => typeInto(field(), text)
const press = (name: string) =>
  act(async () => {
    const button = [...container.querySelectorAll('button')].find(
      ({ textContent }) => textContent === name,
    )!
    if (button.type === 'submit') button.form!.requestSubmit()
    else button.click()
  })
const goToPassword = async () => {
  await type('mia@example.nz')
  await press('Next')
}

// Specification §4 and decision 1
describe('the first step', () => {
  test('asks for a code and goes on to the password, which takes the focus', async () => {
    const signIn = vi.fn(async () => status(400))
    await open(signIn)
    await goToPassword()
    expect(signIn).toHaveBeenCalledWith('mia@example.nz', '')
    expect(label()).toBe('Password')
    expect(document.activeElement).toBe(field())
    expect(container.textContent).not.toContain('Invalid')
  })

  test.each([
    ['a limit', status(429)],
    ['trouble of the server', status(503)],
    ['no answer', refusal({ kind: 'network', reason: 'failed' }, 'No connection')],
  ])('stays on %s, and says why', async (_, outcome) => {
    await open(async () => outcome)
    await goToPassword()
    expect(label()).toBe('Email address')
    expect(container.querySelector('[role="alert"]')?.textContent).toBe(outcome.message)
  })

  test.each(['', 'mia', '@example.nz', 'mia@'])('does not take %j for an address', async (text) => {
    const signIn = vi.fn(async () => status(400))
    await open(signIn)
    await type(text)
    await press('Next')
    expect(signIn).not.toHaveBeenCalled()
    expect(container.querySelector('.field__error')?.textContent).toBe(
      'Please enter a valid email address',
    )
    expect(document.activeElement).toBe(field())
  })
})

describe('the second step', () => {
  test('signs in with a password or a code', async () => {
    const signIn = vi.fn(async (_: string, password: string) =>
      password ? ({ ok: true } as const) : status(400),
    )
    const onSignedIn = await open(signIn)
    await goToPassword()
    await type('123456')
    await press('Login')
    expect(signIn).toHaveBeenLastCalledWith('mia@example.nz', '123456')
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  test('staff are asked for their password, and for no code', async () => {
    const signIn = async () => status(400)
    await act(async () =>
      root.render(<SignInForm signIn={signIn} forgotHref="/forgot" isForStaff />),
    )
    await goToPassword()
    expect(container.querySelector('.field__hint')?.textContent).toBe('Enter your password.')
    expect(container.textContent).not.toContain('code')
  })

  test('the field mentions the code, and shows digits as they are typed', async () => {
    await open(async () => status(400))
    await goToPassword()
    expect(container.querySelector('.field__hint')?.textContent).toBe(
      'Enter the 6-digit code from the email, or your password if you have one.',
    )
    expect([field().type, field().autocomplete]).toEqual(['password', 'current-password'])
    await type('123456')
    expect([field().type, field().autocomplete]).toEqual(['text', 'one-time-code'])
    await type('1234567')
    expect([field().type, field().autocomplete]).toEqual(['password', 'current-password'])
    expect(label()).toBe('Password')
  })

  test('a password can be shown and hidden again', async () => {
    await open(async () => status(400))
    await goToPassword()
    await type('a long password')
    await press('Show what you type')
    expect(field().type).toBe('text')
    await press('Hide what you type')
    expect(field().type).toBe('password')
  })

  test('requires a password or code', async () => {
    const signIn = vi.fn(async () => status(400))
    await open(signIn)
    await goToPassword()
    await press('Login')
    expect(signIn).toHaveBeenCalledTimes(1)
    expect(container.querySelector('.field__error')?.textContent).toBe(
      'Please enter your password or check your email for your one-time code',
    )
  })

  test('goes back to the address and forgets the password', async () => {
    await open(async () => status(400))
    await goToPassword()
    await type('secret')
    await press('Back')
    expect(label()).toBe('Email address')
    expect(field().value).toBe('mia@example.nz')
    expect(document.activeElement).toBe(field())
    await press('Next')
    expect(field().value).toBe('')
  })

  test('sends the code again with an empty password', async () => {
    const signIn = vi.fn(async () => status(400))
    await open(signIn)
    await goToPassword()
    await press('Send code again')
    expect(signIn.mock.calls).toEqual([
      ['mia@example.nz', ''],
      ['mia@example.nz', ''],
    ])
    expect(container.querySelector('[role="status"]')?.textContent).toBe(
      'If this address has an account, a new code is on its way.',
    )
  })

  test('a wrong password shows an error at its field', async () => {
    await open(async () => refusal({ kind: 'unreadable', status: 400 }))
    await goToPassword()
    await type('wrong')
    await press('Login')
    expect(container.querySelector('.field__error')?.textContent).toBe(
      'Invalid username or password',
    )
  })
})

describe('the second factor', () => {
  const asking = {
    ...status(400),
    message: 'The code is wrong, or has already been used',
    needs: 'second-factor' as const,
  }
  const goToCode = async (signIn: Parameters<typeof open>[0]) => {
    const onSignedIn = await open(signIn)
    await goToPassword()
    await type('secret')
    await press('Login')
    return onSignedIn
  }

  test('is requested after the password and appended to it', async () => {
    const signIn = vi.fn(async (_: string, password: string) =>
      password === 'secret123456' ? ({ ok: true } as const) : password ? asking : status(400),
    )
    const onSignedIn = await goToCode(signIn)
    expect(label()).toBe('Authenticator code')
    expect(document.activeElement).toBe(field())
    await press('Login')
    expect(container.querySelector('.field__error')?.textContent).toBe(
      'Please enter the code from your authenticator app',
    )
    await type('123 456')
    await press('Login')
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  test('a wrong code shows an error at its field, and going back starts over', async () => {
    await goToCode(async (_, password) => (password ? asking : status(400)))
    await type('000000')
    await press('Login')
    expect(container.querySelector('.field__error')?.textContent).toBe(asking.message)
    await press('Back')
    expect(label()).toBe('Email address')
  })
})
