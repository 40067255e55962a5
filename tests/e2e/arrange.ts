import type { APIRequestContext, APIResponse, Page } from '@playwright/test'
import type { TokenAnswer } from '#lib/sign-in/calls.ts'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'

// What a test needs to be there already, made through the API: quicker than by the screens, which have tests of their
// own. Only types are imported from the contract: a test worker would take seconds to load it.

type Config = Record<'clientId' | 'clientSecret' | 'termsVersion', string>

async function answerOf<T>(response: APIResponse): Promise<T> {
  if (!response.ok())
    throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as T
}

async function tokenFor(request: APIRequestContext, email: string): Promise<TokenAnswer> {
  const { clientId, clientSecret } = await answerOf<Config>(await request.get('/api/config'))
  const form = {
    grant_type: 'password',
    client_id: clientId,
    client_secret: clientSecret,
    username: email,
    password: SAMPLE_PASSWORD,
  }
  return answerOf<TokenAnswer>(await request.post('/api/auth/token', { form }))
}

/** Signs a browser in; the page that is opened next finds it so. */
export async function arriveSignedIn(page: Page, email: string): Promise<void> {
  const token = await tokenFor(page.request, email)
  // The smallest thing of this origin.
  await page.goto('/favicon.svg')
  await page.evaluate(
    ([answer, refreshAt]) =>
      localStorage.setItem(
        'session:1',
        JSON.stringify({ token: { ...answer, refreshAt }, user: null, actingFor: null }),
      ),
    [token, Date.now() + (token.expires_in / 2) * 1_000] as const,
  )
}

/** Calls as one of the sample people makes them. */
export async function callsOf(request: APIRequestContext, email: string) {
  const { access_token } = await tokenFor(request, email)
  const headers = { authorization: `Bearer ${access_token}` }
  const { customer } = await answerOf<CurrentUser>(await request.get('/api/me', { headers }))
  const post = async <T>(path: string, data: object) =>
    answerOf<T>(await request.post(`/api${path}`, { headers, data }))

  const quote = (facts: Partial<QuoteRequest> = {}) =>
    post<Quote>('/quote/save', {
      kdcd: 'TN27H-A',
      colourCode: 'BLD',
      payOption: 'CASH',
      ...facts,
    })
  /** A purchase whose owner is known and confirmed. */
  const started = async (facts: Partial<QuoteRequest> = {}) => {
    const { quoteId, totals } = await quote(facts)
    const { id } = await post<PurchaseJourney>(`/customer/${customer!.id}/purchase-journeys`, {
      quoteId,
      outletCode: 'AKL01',
    })
    const ownerDetails = {
      customerType: 'INDIVIDUAL',
      firstName: 'Mia',
      lastName: 'Harris',
      email,
      mobilePhone: '021 555 0123',
      postalAddress: {
        line1: '12 Kauri Road',
        suburb: 'Westmere',
        city: 'Auckland',
        postcode: '1022',
        country: 'NZ',
      },
    }
    await answerOf(
      await request.patch(`/api/purchase-journey/${id}`, {
        headers,
        data: { ownerDetails, hasConfirmedOwnerDetails: true },
      }),
    )
    return { id, totalCents: totals.driveAwayCents }
  }
  const confirmed = async (facts: Partial<QuoteRequest> = {}): Promise<string> =>
    confirm(await started(facts))
  const confirm = async ({ id, totalCents }: { id: string; totalCents: number }) => {
    const { termsVersion } = await answerOf<Config>(await request.get('/api/config'))
    await post(`/purchase-journey/${id}/confirm-purchase`, {
      acceptedTotalCents: totalCents,
      termsVersion,
      signatureName: 'Mia Harris',
    })
    return id
  }
  /** An old car in a purchase that is not confirmed, as its owner describes it. */
  const tradeIn = async (id: string, asked: 'APPRAISAL' | 'ACCEPT') => {
    const vehicle = {
      registration: 'TOI101',
      make: 'Tarvane',
      model: 'Cove',
      year: 2021,
      odometerKm: 48_210,
      owingCents: 0,
      request: asked,
    }
    return answerOf<PurchaseJourney>(
      await request.patch(`/api/purchase-journey/${id}`, {
        headers,
        data: { tradeInformation: { vehicles: [vehicle] } },
      }),
    )
  }
  /** For staff: the payment of a purchase that they have to check; `null` where there is none. */
  const paymentInReview = async (id: string): Promise<string | null> => {
    const { items } = await answerOf<{ items: { id: string; purchaseJourneyId: string }[] }>(
      await request.get('/api/staff/work?kind=transfers', { headers }),
    )
    return items.find(({ purchaseJourneyId }) => purchaseJourneyId === id)?.id ?? null
  }
  return { post, quote, started, confirm, confirmed, tradeIn, paymentInReview }
}
