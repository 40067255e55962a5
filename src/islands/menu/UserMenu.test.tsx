// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aStaffUser, aToken } from '#tests/builders/session.ts'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { actFor, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { UserMenu } from './UserMenu.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const token = aToken()
const signInMia = () => {
  setAccessToken(token)
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}
const signInSam = (roles = ['sales']) => {
  setAccessToken(token)
  setCurrentUser(aStaffUser({ roles }))
}

let container: HTMLElement
let root: Root | null = null
beforeEach(() => {
  setAccessToken(null)
  askToSignIn(null)
  // Tests set the signed-in person by hand; the only call that is answered is the one of staff who act.
  vi.stubGlobal('fetch', async (url: string) => {
    const acting = { customerId: 7, startedAt: '', endsAt: '' }
    return url.endsWith('/staff/acting')
      ? new Response(JSON.stringify({ acting }), { status: 200 })
      : new Response('{}', { status: 404 })
  })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
  root = null
})

const open = async () => {
  root = createRoot(container)
  await act(async () => root?.render(<UserMenu />))
  await act(async () => {
    button().click()
    await import('./MenuPanel.tsx')
  })
}
const button = () => container.querySelector<HTMLButtonElement>('.menu__button')!
const panel = () => container.querySelector<HTMLElement>('.menu__panel')!
const press = (key: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
const linkTexts = () =>
  [...panel().querySelectorAll('.menu__list :is(a, button)')].map((link) => link.textContent)

describe('a returning visitor', () => {
  test.each([
    ['a customer', signInMia, 'Hi, Mia'],
    ['staff', signInSam, 'Hi, Sam'],
    ['a person whose name did not load', () => setAccessToken(token), 'Account'],
    ['a visitor', () => {}, 'Login'],
  ])('%s gets no hydration error', async (_, signIn, words) => {
    container.innerHTML = renderToString(<UserMenu />)
    expect(container.textContent).toContain('Login')
    signIn()
    const onRecoverableError = vi.fn()
    await act(async () => {
      root = hydrateRoot(container, <UserMenu />, { onRecoverableError })
    })
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(button().textContent).toContain(words)
  })
})

describe('signed out', () => {
  test('offers to log in and to register', async () => {
    await open()
    expect(panel().textContent).toContain('Register')
    expect(panel().querySelector('label')?.textContent).toBe('Email address')
    expect([...panel().querySelectorAll('button')].map((each) => each.textContent)).toEqual([
      'Next',
      'Create an account',
    ])
  })

  test('an address without text on both sides of an at sign is refused in its field', async () => {
    await open()
    await act(async () => panel().querySelector('form')?.requestSubmit())
    expect(panel().querySelector('.field__error')?.textContent).toBe(
      'Please enter a valid email address',
    )
  })

  test('something that waits for a sign-in opens the menu and says why', async () => {
    await open()
    await act(async () => button().click())
    expect(panel().hidden).toBe(true)
    await act(async () => askToSignIn('Sign in to save your quote.'))
    expect(panel().hidden).toBe(false)
    expect(panel().textContent).toContain('Sign in to save your quote.')
  })
})

// Specification §2
test('its button opens and closes it', async () => {
  await open()
  expect([panel().hidden, button().getAttribute('aria-expanded')]).toEqual([false, 'true'])
  await act(async () => button().click())
  expect([panel().hidden, button().getAttribute('aria-expanded')]).toEqual([true, 'false'])
})

// Specification §2, decision 14
test('Escape leaves a focused input first, then closes and goes back to the button', async () => {
  await open()
  panel().querySelector('input')!.focus()
  await press('Escape')
  expect(document.activeElement).toBe(document.body)
  expect(panel().hidden).toBe(false)
  await press('Escape')
  expect(panel().hidden).toBe(true)
  expect(document.activeElement).toBe(button())
})

describe('signed in', () => {
  test('a customer sees the links to their account', async () => {
    signInMia()
    await open()
    expect(linkTexts()).toEqual(['My Profile', 'My Quotes', 'My Purchases', 'Log out'])
  })

  test('decision 60: staff who act for no customer see Customer Search and Log out', async () => {
    signInSam()
    await open()
    expect(linkTexts()).toEqual(['Customer Search', 'Log out'])
  })

  test('the menu and the avatar show that staff act for a customer', async () => {
    signInSam()
    actFor(aCustomer())
    await open()
    expect(button().textContent).toContain('Hi, Mia')
    expect(container.querySelector('.avatar--acting')).not.toBeNull()
    expect(panel().textContent).toContain(
      'You are currently signed in to a customer account. Sign out',
    )
    expect(linkTexts()).toEqual([
      'My Profile',
      'My Quotes',
      'My Purchases',
      'Customer Search',
      'Log out',
    ])
  })

  test('decision 59: service staff acting for a customer are offered what their role may open', async () => {
    signInSam(['service'])
    actFor(aCustomer())
    await open()
    expect(linkTexts()).toEqual(['My Profile', 'Customer Search', 'Log out'])
  })

  test('logging out clears the session at once', async () => {
    signInMia()
    await open()
    await act(async () =>
      [...panel().querySelectorAll('button')]
        .find((each) => each.textContent === 'Log out')
        ?.click(),
    )
    expect(button().textContent).toContain('Login')
    expect(panel().hidden).toBe(true)
  })
})
