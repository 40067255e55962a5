import { expect, type Page, type Route } from '@playwright/test'
import { test } from './test.ts'

/** What can become of a request between the page and the server. */
export type Fault = 'offline' | '500' | '503' | 'lost' | 'garbled'

/** All of them, the worst last: the server has done what was asked, and its answer is lost or breaks off. */
export const FAULTS: readonly Fault[] = ['offline', '500', '503', 'garbled', 'lost']

const NO_ANSWER = 'We couldn’t reach the server. Please check your connection and try again.'

/** What a person reads (§8). */
const SENTENCES: Record<Fault, string> = {
  offline: NO_ANSWER,
  lost: NO_ANSWER,
  '500': 'There’s been a problem, please try again later.',
  '503': 'The system is currently unavailable, please try again in a couple of minutes.',
  garbled: 'Unexpected response from server (200)',
}

/** The same of the token endpoint (§5, §8). */
export const TOKEN_SENTENCES: Record<Fault, string> = {
  offline: NO_ANSWER,
  lost: NO_ANSWER,
  '500': 'Received an unexpected response (500)',
  '503': 'Received an unexpected response (503)',
  garbled: 'Received an unexpected response (200)',
}

const HAPPEN: Record<Fault, (route: Route) => Promise<void>> = {
  offline: (route) => route.abort('internetdisconnected'),
  '500': (route) => route.fulfill({ status: 500, body: '' }),
  '503': (route) => route.fulfill({ status: 503, body: '<h1>Down</h1>' }),
  async lost(route) {
    await route.fetch()
    await route.abort('connectionreset')
  },
  async garbled(route) {
    const response = await route.fetch()
    await route.fulfill({ response, status: 200, body: '{"quoteI' })
  },
}

/** A call of the API, as `POST /quote/save`. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Lets a fault befall each request of a call, until the returned function is called. */
export async function inject(page: Page, call: Call, fault: Fault): Promise<() => Promise<void>> {
  const [method, path] = call.split(' ') as [string, string]
  const pattern = new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`)
  const matches = (url: URL) => pattern.test(url.pathname)
  const underWay = new Set<Promise<void>>()
  const handler = (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    const happening = HAPPEN[fault](route)
    underWay.add(happening)
    return happening
  }
  await page.route(matches, handler)
  return async () => {
    // Requests already made get their fault too, as removing a route answers them.
    await Promise.all(underWay)
    await page.unroute(matches, handler)
  }
}

interface Trial {
  call: Call
  /** What a person does that makes the call. */
  act: () => Promise<unknown>
  /** The beginning of what is said, as in `Failed to sign in: `. */
  says?: string
  sentences?: Record<Fault, string>
  faults?: readonly Fault[]
  /** What must still be there after each fault. */
  stillThere?: () => Promise<void>
}

/**
 * Has a person do the same under one fault after the other: each is said, and nothing they had is lost. The first and
 * the last are enough here, where every fault has its turn at some call; each of them at every call is in
 * `tests/network-faults.test.ts` and the tests of the screens, and here by `npm run test:network`.
 */
export async function underFaults(
  page: Page,
  { call, act, says = '', sentences = SENTENCES, faults = FAULTS, stillThere }: Trial,
): Promise<void> {
  const isTried = (index: number) =>
    Boolean(process.env.EVERY_FAULT) || index === 0 || index === faults.length - 1
  for (const fault of faults.filter((_, index) => isTried(index))) {
    const stop = await inject(page, call, fault)
    await act()
    await expect(
      page.getByText(`${says}${sentences[fault]}`).first(),
      `${call}, ${fault}`,
    ).toBeVisible()
    await stillThere?.()
    await stop()
    await closeMessages(page)
  }
}

export async function closeMessages(page: Page): Promise<void> {
  const close = page.locator('.toast:not([data-leaving])').getByRole('button')
  await expect(async () => {
    if (await close.first().isVisible()) await close.first().click({ timeout: 500 })
    await expect(close).toHaveCount(0, { timeout: 50 })
  }).toPass({ intervals: [20] })
}

/** What the server has for the signed-in person of a page. */
async function fetchAs<T>(page: Page, path: string): Promise<T> {
  const stored = await page.evaluate(() => localStorage.getItem('session:1') ?? '{}')
  const { token, user } = JSON.parse(stored) as {
    token: { access_token: string }
    user: { customer: { id: number } }
  }
  const response = await page.request.get(`/api${path.replace(':id', String(user.customer.id))}`, {
    headers: { authorization: `Bearer ${token.access_token}` },
  })
  return (await response.json()) as T
}

/** How many quotes or purchases the customer has who is signed in. */
export const counted = async (
  page: Page,
  path: '/customer/:id/quotes' | '/customer/:id/purchase-journeys',
) => {
  const answer = await fetchAs<{ quotes?: unknown[]; purchaseJourneyList?: unknown[] }>(
    page,
    `${path}?limit=200`,
  )
  return (answer.quotes ?? answer.purchaseJourneyList ?? []).length
}

/** What was mailed to someone. */
export const mailsTo = async (page: Page, email: string) => {
  const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { messages: { text: string }[] }).messages
}

/** For tests in which calls fail, and are made again. */
export function setUpFaults() {
  test.beforeEach(() => {
    test.info().annotations.push({
      type: 'expected-fault',
      description: 'net::ERR_|responded with a status of 50[03]',
    })
    test.setTimeout(120_000)
  })
}
