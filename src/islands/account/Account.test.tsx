// @vitest-environment happy-dom
import { act } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aStaffUser, aToken } from '#tests/builders/session.ts'
import { aCustomer, aJourney, aQuote } from '#tests/builders/purchase-journey.ts'
import { settle, typeInto, until } from '#tests/setup/screen.ts'
import { keepPendingAction } from '#stores/sign-in/pending-action.ts'
import { noteDroppedPassword, setAccessToken, setCurrentUser } from '#stores/session/session.ts'
import { Account } from './Account.tsx'
import type { Seller } from './screen-props.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const journey = aJourney()
const ANSWERS: Record<string, unknown> = {
  '/api/config': { flags: { reservations: false, usedCars: false }, demo: false },
  '/api/customer/7/quotes': { quotes: [] },
  '/api/customer/7/shared-purchases': { sharedPurchases: [] },
  '/api/customer/7/purchase-journeys': {
    purchaseJourneyList: [{ ...journey, quote: journey.currentQuote }],
  },
}

const signInMia = () => {
  setAccessToken(aToken())
  setCurrentUser({ type: 'CUSTOMER', staff: null, customer: aCustomer() })
}

const SELLER: Seller = {
  name: 'Tarvane Motors New Zealand Limited',
  address: {
    line1: '40 Quay Street',
    suburb: '',
    city: 'Auckland',
    postcode: '1010',
    country: 'NZ',
  },
  phone: '+64 9 555 0100',
  email: 'hello@tarvane.example',
  traderNumber: 'M000000',
  gstNumber: '000-000-000',
}

let container: HTMLElement
let root: Root | null = null
const onRecoverableError = vi.fn()

beforeEach(() => {
  setAccessToken(null)
  onRecoverableError.mockReset()
  document.title = 'Your account | Site'
  history.replaceState(null, '', '/customer/')
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = ANSWERS[new URL(url, location.href).pathname]
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 })
  })
  container = document.createElement('div')
  document.body.replaceChildren(container)
})
afterEach(async () => {
  await act(async () => root?.unmount())
})

async function open(hash: string) {
  history.replaceState(null, '', `/customer/${hash}`)
  container.innerHTML = renderToString(<Account seller={SELLER} />)
  await act(async () => {
    root = hydrateRoot(container, <Account seller={SELLER} />, { onRecoverableError })
  })
  await settle()
}
const heading = () => container.querySelector('h1')?.textContent

test('a returning customer finds the purchases without a hydration error', async () => {
  signInMia()
  await open('')
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(heading()).toBe('My Purchases')
  expect(location.hash).toBe('#/agreements')
  expect(container.textContent).toContain('Tarn Hybrid')
  expect(document.title).toBe('My Purchases | Site')
})

test('who goes on as soon as a screen is there is not called back to it', async () => {
  signInMia()
  history.replaceState(null, '', '/customer/#/create')
  container.innerHTML = renderToString(<Account seller={SELLER} />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => {
    root = hydrateRoot(container, <Account seller={SELLER} />, { onRecoverableError })
  })
  // Before the browser tells of it.
  history.replaceState(null, '', '/customer/#/quotes')
  await act(async () => vi.runOnlyPendingTimers())
  vi.useRealTimers()
  expect(location.hash).toBe('#/quotes')
})

test('an account created for a quote leads back to the quote', async () => {
  keepPendingAction({ act: 'email', query: '?kdcd=TN27H-A&colour=WHP' })
  const replace = vi.spyOn(location, 'replace').mockReturnValue()
  await open('#/create')
  expect(container.textContent).toContain('we’ll take you back to your quote and email you a copy')
  expect(replace).not.toHaveBeenCalled()
  await act(async () => signInMia())
  expect(container.textContent).toContain('Taking you back to your quote')
  expect(replace).toHaveBeenCalledWith('/build-and-quote/?kdcd=TN27H-A&colour=WHP')
  keepPendingAction(null)
  replace.mockRestore()
})

test('a quote with a purchase leads to it, and one without starts a purchase', async () => {
  const other = aQuote({ quoteId: 'quote-other' })
  ANSWERS['/api/customer/7/quotes'] = { quotes: [journey.currentQuote, other] }
  signInMia()
  await open('#/quotes')
  const links = [...container.querySelectorAll('.account-card .cluster > a:first-child')]
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/^Go to the purchase/),
    expect.stringMatching(/^Start purchase/),
  ])
  expect(links[0]?.getAttribute('href')).toContain(`/purchase/#/${journey.id}/`)
})

test.each([
  ['#/quotes', 'quotes'],
  ['#/agreements', 'purchase-journeys'],
])('%s loads its list page by page, to the end', async (hash, list) => {
  const asked: string[] = []
  const pages: Record<string, [variantName: string, nextCursor: string | null]> = {
    '': ['Tarn one', 'second'],
    second: ['Tarn two', 'third'],
    third: ['Tarn three', null],
  }
  const answerTo = (url: URL) => {
    const cursor = url.searchParams.get('cursor') ?? ''
    const [variantName, nextCursor] = pages[cursor]!
    const own = aQuote({ quoteId: variantName, vehicle: { ...aQuote().vehicle, variantName } })
    asked.push(cursor)
    return list === 'quotes'
      ? { quotes: [own], nextCursor }
      : {
          purchaseJourneyList: [{ ...aJourney({ purchaseJourneyId: variantName }), quote: own }],
          nextCursor,
        }
  }
  let isDown = false
  vi.stubGlobal('fetch', async (given: string) => {
    const url = new URL(given, location.href)
    if (isDown) throw new TypeError('offline')
    const isAsked = url.pathname.endsWith(list) && url.searchParams.get('limit') === '20'
    return Response.json(isAsked ? answerTo(url) : (ANSWERS[url.pathname] ?? {}))
  })
  const titles = () =>
    [...container.querySelectorAll('.account-card__title')].map((title) => title.textContent)
  const showMore = async () => {
    const more = [...container.querySelectorAll('button')].find(
      (button) => button.textContent === 'Show more',
    )!
    more.focus()
    await act(async () => more.click())
    await settle()
  }

  signInMia()
  await open(hash)
  expect(titles()).toEqual(['Tarn one'])
  isDown = true
  await showMore()
  await act(() => new Promise((done) => setTimeout(done, 600)))
  expect(container.querySelector('[role=alert]')?.textContent).toContain(
    'We couldn’t reach the server',
  )
  expect(titles()).toEqual(['Tarn one'])
  isDown = false
  await showMore()
  await showMore()
  expect(titles()).toEqual(['Tarn one', 'Tarn two', 'Tarn three'])
  expect(asked).toEqual(['', 'second', 'third'])
  expect(container.textContent).not.toContain('Show more')
  expect(document.activeElement?.textContent).toBe('That’s all of them.')
})

test('a visitor signs in, and returns to the screen first opened', async () => {
  await open('#/quotes')
  expect(heading()).toBe('Sign in')
  expect(location.hash).toBe('#/sign-in')

  await act(async () => signInMia())
  await settle()
  expect(heading()).toBe('My Quotes')
  expect(location.hash).toBe('#/quotes')
  expect(document.activeElement).toBe(container.querySelector('h1'))
  // Specification §2: after every change of route.
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
})

test('signing out in another tab leads to signing in', async () => {
  signInMia()
  await open('#/quotes')
  await act(async () => setAccessToken(null))
  await settle()
  expect(heading()).toBe('Sign in')
  expect(container.textContent).not.toContain('My Quotes')
})

test('after a session ended elsewhere the sign-in says so, and then returns to the screen with the text typed', async () => {
  const mia = aCustomer({ name: { firstName: 'Mia', lastName: 'Harris' } })
  let isEnded = false
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, location.href)
    if (isEnded) return new Response('', { status: pathname === '/api/auth/token' ? 400 : 401 })
    const answer = {
      ...ANSWERS,
      '/api/config': { ...(ANSWERS['/api/config'] as object), clientId: 'a', clientSecret: 'b' },
      '/api/customer/7': mia,
    }[pathname]
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 })
  })
  const field = (name: string) =>
    container.querySelector<HTMLInputElement>(`input[autocomplete="${name}"]`)!
  signInMia()
  await open('#/profile?from=mail')
  await until(() => expect(field('family-name')).not.toBeNull())
  await typeInto(field('family-name'), 'Harris-Kōpū')

  isEnded = true
  await act(async () => container.querySelector<HTMLElement>('[type=submit]')!.click())
  await until(() => expect(heading()).toBe('Sign in'))
  expect(container.querySelector('.notice')?.textContent).toContain('No longer logged in')

  isEnded = false
  await act(async () => signInMia())
  await until(() => expect(field('family-name')).not.toBeNull())
  expect(heading()).toBe('My Profile')
  expect(location.hash).toBe('#/profile?from=mail')
  expect(field('family-name').value).toBe('Harris-Kōpū')
  expect(container.textContent).toContain('Your changes are still here')
})

test('staff without a customer get a link to the customer search', async () => {
  setAccessToken(aToken())
  setCurrentUser(aStaffUser())
  await open('#/profile')
  expect(container.textContent).toContain('No customer is selected')
})

test('the link of an email signs in after a press', async () => {
  const config = { ...(ANSWERS['/api/config'] as object), clientId: 'a', clientSecret: 'b' }
  const sent: string[] = []
  const me = { type: 'CUSTOMER', staff: null, customer: aCustomer() }
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900 }
  let isGood = false
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, location.href)
    if (pathname === '/api/auth/token') {
      sent.push(String(init?.body))
      return new Response(JSON.stringify(isGood ? tokens : { error: 'invalid_grant' }), {
        status: isGood ? 200 : 400,
      })
    }
    const answer = { ...ANSWERS, '/api/config': config, '/api/me': me }[pathname]
    return new Response(JSON.stringify(answer ?? {}), { status: answer ? 200 : 404 })
  })
  const press = () => act(async () => container.querySelector<HTMLElement>('.button')?.click())

  await open('#/sign-in?token=l1_used')
  expect(sent).toEqual([])
  await press()
  await settle()
  expect(sent[0]).toContain('grant_type=token&token=l1_used')
  expect(container.textContent).toContain('This link no longer works')

  await act(async () => root?.unmount())
  isGood = true
  await open('#/sign-in?token=l1_new')
  await press()
  await settle()
  expect(heading()).toMatch(/^My /)
  expect(location.hash).not.toContain('token')
})

// Decision 58
test('a notice says that an unconfirmed password was dropped, and links to setting one', async () => {
  signInMia()
  noteDroppedPassword(true)
  await open('#/quotes')
  const notice = container.querySelector('.notice--warning')
  expect(notice?.textContent).toContain('the password you chose when you registered doesn’t work')
  expect(notice?.querySelector('a')?.getAttribute('href')).toBe('/customer/#/profile')
  await act(async () => notice?.querySelector('button')?.click())
  expect(container.querySelector('.notice--warning')).toBeNull()
})
