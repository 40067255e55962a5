import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  aRequest,
  arrive,
  ownerDetails,
  ready,
  saved,
  TERMS_VERSION,
} from '#tests/setup/purchases.ts'

/** Texts and values that break programs. Whatever is done with them, nothing may answer 500. */
const HOSTILE: unknown[] = [
  '',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🏳️‍🌈 Tāmaki Makaurau',
  '‮desrever',
  `'; drop table quote; --`,
  '" onerror="alert(1)',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  'x'.repeat(5_000),
  '../../etc/passwd',
  '%00',
  -1,
  0,
  0.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  null,
  true,
  [],
  {},
  [[[[]]]],
  { $ne: null },
]

/** The value with each of its parts in turn replaced by something hostile, or given a field too many. */
function* mutations(value: unknown): Generator<unknown> {
  yield* HOSTILE
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const [key, part] of Object.entries(value))
    for (const other of mutations(part))
      yield isList
        ? (value as unknown[]).map((item, index) => (String(index) === key ? other : item))
        : { ...value, [key]: other }
  if (isList) return
  for (const key of ['__proto__', 'constructor', 'status', 'version'])
    yield JSON.parse(
      `{${JSON.stringify(key)}:1,${JSON.stringify(value).slice(1)}`.replace(',}', '}'),
    )
}

/** Some tests send thousands of requests: ten seconds alone, and longer on a busy machine. */
const TIMEOUT_MS = 60_000

describe.each(databases)('hostile input on $name', { timeout: TIMEOUT_MS }, ({ open }) => {
  let db: Db
  let app: Application
  let authorization: string
  let staffAuthorization: string
  let ids: { quote: string; journey: string; customer: number }

  beforeAll(async () => {
    db = await open()
    app = startApplication(db, {
      env: {
        LIMIT_CALLS_PER_MINUTE: '9999999',
        LIMIT_CHANGES_PER_MINUTE: '9999999',
        LIMIT_QUOTES_PER_MINUTE: '9999999',
      },
    })
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const staff = await arrive(app, 'staff@demo.example')
    authorization = `Bearer ${mia.accessToken}`
    staffAuthorization = `Bearer ${staff.accessToken}`
    const journey = await ready(mia, { payOption: 'LOANCLASIC' })
    ids = { quote: (await saved(mia)).quoteId, journey: journey.id, customer: mia.customerId }
  })
  afterAll(() => db.destroy())

  const vehicle = {
    id: 'some-id',
    registration: 'TOI101',
    vin: '7AVCV1P22M0001011',
    make: 'Tarvane',
    model: 'Cove',
    year: 2021,
    odometerKm: 1,
    condition: 'Good',
    owingCents: 0,
    photos: [],
    request: 'APPRAISAL',
  }
  const bodies: [name: string, path: () => string, method: string, body: unknown][] = [
    [
      'calculateQuote',
      () => '/quote',
      'POST',
      {
        ...aRequest({ payOption: 'LOANFLEXI', accessoryCodes: ['DASH'], servicePlanCode: 'CARE3' }),
        outletCode: 'AKL01',
        finance: { depositCents: 1_000_000, termMonths: 48, frequency: 'Weekly', annualKm: 15_000 },
        customerId: 1,
        customerName: 'Mia',
        customerEmail: 'a@b',
      },
    ],
    ['saveQuote', () => '/quote/save', 'POST', { quoteId: 'x', customerId: 1 }],
    ['copyQuote', () => `/quote/${ids.quote}/copy`, 'POST', { customerId: 1 }],
    ['emailQuote', () => '/quote/email', 'POST', { quoteId: 'x', message: 'For Hemi' }],
    [
      'createPurchaseJourney',
      () => `/customer/${ids.customer}/purchase-journeys`,
      'POST',
      {
        quoteId: 'x',
        outletCode: 'AKL01',
        tradeInformation: { vehicles: [vehicle] },
      },
    ],
    [
      'updatePurchaseJourney',
      () => `/purchase-journey/${ids.journey}`,
      'PATCH',
      {
        currentQuoteRequest: aRequest(),
        outletCode: 'AKL01',
        tradeInformation: { vehicles: [vehicle] },
        ownerDetails: ownerDetails({
          homePhone: '',
          companyName: '',
          nzbn: '',
          dateOfBirth: '1980-01-01',
          driverLicence: { number: 'AB123456', version: '123', type: 'FULL' },
        }),
        hasConfirmedOwnerDetails: true,
        financeApplication: { income: anApplication().income },
        metadata: { furthestStep: 'quote' },
      },
    ],
    [
      'confirmPurchase',
      () => `/purchase-journey/${ids.journey}/confirm-purchase`,
      'POST',
      {
        acceptedTotalCents: 1,
        termsVersion: TERMS_VERSION,
        signatureName: 'Mia',
      },
    ],
    [
      'submitFinanceApplication',
      () => `/purchase-journey/${ids.journey}/finance-application`,
      'POST',
      anApplication(),
    ],
    [
      'startStripePayment',
      () => '/stripe/start',
      'POST',
      {
        purchaseJourneyId: 'x',
        paymentType: 'DEPOSIT',
      },
    ],
    ['checkStripePayment', () => '/stripe/check', 'POST', { sessionId: 'x' }],
  ]

  test.each(bodies)(
    '%s never answers 500, and a 400 names the field',
    async (_, path, method, body) => {
      for (const mutation of mutations(body)) {
        const text = JSON.stringify(mutation)
        const response = await app.request(`/api${path()}`, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          body: text,
        })
        const answer = await response.text()
        const shown = `${text.slice(0, 300)} -> ${response.status} ${answer.slice(0, 300)}`
        expect(response.status, shown).toBeLessThan(500)
        if (response.status !== 400) continue
        const { messages } = JSON.parse(answer) as { messages: { property?: string }[] }
        expect(messages.length, shown).toBeGreaterThan(0)
        for (const { property } of messages) expect(property, shown).toBeTruthy()
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    },
  )

  test('a body that breaks off is refused, and is no fault of ours', async () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"kdcd":'))
        stream.error(new Error('aborted'))
      },
    })
    const response = await app.request('/api/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(400)
  })

  test('a body nested too deeply is refused', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const depth = Math.floor(60_000 / (open.length + close.length))
      const body = `${open.repeat(depth)}1${close.repeat(depth)}`
      const response = await app.request('/api/quote', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
    }
  })

  test('a body of thousands of values is refused before it is read', async () => {
    const fields = Array.from({ length: 6_000 }, (_, n) => `"${n}":0`).join()
    const numbers = Array(30_000).fill(0).join()
    for (const body of [`{${fields}}`, `{"kdcd":[${numbers}]}`, `[${numbers}]`]) {
      const response = await app.request('/api/quote', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(400)
      expect(((await response.json()) as { messages: unknown }).messages).toEqual([
        expect.objectContaining({ property: 'body', message: 'has too many values' }),
      ])
    }
  })

  test('a long text with commas and brackets is one value', async () => {
    const response = await app.request('/api/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kdcd: 'a,b:[{"\\'.repeat(6_000) }),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('too many values')
  })

  test('identifiers in paths and queries never lead to a 500', async () => {
    const values = HOSTILE.map((value) =>
      encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)),
    )
    const paths = (value: string): [method: string, path: string][] => [
      ['GET', `/quote/${value}`],
      ['DELETE', `/quote/${value}`],
      ['POST', `/quote/${value}/refresh`],
      ['GET', `/purchase-journey/${value}`],
      ['DELETE', `/purchase-journey/${value}`],
      ['GET', `/customer/${value}/quotes`],
      ['GET', `/customer/${value}/purchase-journeys`],
      ['GET', `/stripe/return?session_id=${value}`],
      ['GET', `/stripe/return?paymentId=${value}&cancelled=1`],
    ]
    for (const value of [...values, '999999999999999', '2147483648'])
      for (const [method, path] of paths(value))
        for (const token of [authorization, staffAuthorization]) {
          const headers = { authorization: token }
          const { status } = await app.request(`/api${path}`, { method, headers })
          expect(status, `${method} ${path.slice(0, 100)}`).toBeLessThan(500)
        }
  })
})
