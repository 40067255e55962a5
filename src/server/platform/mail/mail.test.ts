import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { Deps } from '#server/deps.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { passwordResetMail } from '#server/sign-in/security-mails.ts'
import { signInCodeMail } from '#server/sign-in/mails.ts'
import { financeSignedMail } from '#server/finance/mails.ts'
import { purchaseConfirmedMail } from '#server/purchases/mails.ts'
import { quoteMail } from '#server/quotes/mails.ts'

const deps = {
  catalogue,
  settings: readSettings({ SITE_URL: 'https://cars.example/nz' }),
} as Deps

const to = { to: 'mia@post.example', firstName: 'Mia' }
const CODE = '7QK2-9XNF-3TME-W8RD'

const quote: Quote = {
  quoteId: 'Q-1',
  payOption: 'LOANFLEXI',
  newUsed: 'NEW',
  customerId: 7,
  anonymousQuote: false,
  customerName: 'Mia Harris',
  customerEmail: 'mia@post.example',
  request: {
    kdcd: 'CV27P-A',
    payOption: 'LOANFLEXI',
    finance: { depositCents: 284_400, termMonths: 36, frequency: 'Weekly' },
  },
  vehicle: {
    kdcd: 'CV27P-A',
    modelName: 'Cove',
    variantName: '1.0T Pure',
    colourName: 'Surf White',
    interiorName: 'Charcoal cloth',
  },
  lines: [
    {
      code: 'CV27P-A',
      kind: 'vehicle',
      label: 'Cove',
      amountCents: 2_699_000,
      reason: 'The list price of this grade.',
    },
    { code: 'WHS', kind: 'colour', label: 'Surf White', amountCents: 0, reason: '' },
    { code: 'ORC', kind: 'on-road', label: 'On-road costs', amountCents: 145_000, reason: '' },
  ],
  totals: {
    vehicleCents: 2_699_000,
    accessoriesCents: 0,
    onRoadCents: 145_000,
    driveAwayCents: 2_844_000,
    gstCents: 370_957,
    depositDueCents: 284_400,
  },
  finance: {
    product: 'LOANFLEXI',
    amountFinancedCents: 2_600_135,
    termMonths: 36,
    frequency: 'Weekly',
    paymentCount: 156,
    paymentCents: 11_564,
    lastPaymentCents: 11_511,
    accountFeePerPaymentCents: 100,
    annualRatePct: 9.45,
    feesCents: 40_535,
    balloonCents: 1_403_480,
    totalPayableCents: 3_207_461,
    estimate: true,
  },
  catalogueVersion: 'x',
  created: '2026-11-23T01:00:00.000Z',
  expires: '2026-12-07T01:00:00.000Z',
  version: 1,
}

describe('a message', () => {
  test('has the same content as text and as HTML', () => {
    const { text, html } = signInCodeMail(deps, { ...to, code: '012345', minutes: 10 })
    expect(html).toContain('<span lang="mi">Kia ora</span> Mia,')
    expect(text).toContain('Kia ora Mia,')
    for (const words of ['012345', 'expires in 10 minutes.', '+64 9 555 0100']) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
  })

  test('shows the logo, the car in its colour and one button', () => {
    const { html } = quoteMail(deps, { ...to, quote, code: CODE })
    const pictures = [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(
      ([, ...img]) => img,
    )
    expect(pictures).toEqual([
      ['https://cars.example/nz/art/logo-on-brand.png', 'Tarvane'],
      ['https://cars.example/nz/art/car-cove-CV27P-WHS.jpg', '1.0T Pure in Surf White'],
    ])
    expect(html.match(/<a style|<a href[^>]*padding/g)).toHaveLength(1)
  })

  test('shows no car that is no longer sold', () => {
    const vehicle = { ...quote.vehicle, kdcd: 'XX26-A' }
    const { html } = quoteMail(deps, { ...to, quote: { ...quote, vehicle }, code: CODE })
    expect(html.match(/<img /g)).toHaveLength(1)
  })

  test('names the option of the car that was bought', () => {
    const pack = { code: 'B', kind: 'OPTION', label: 'City Pack', amountCents: 0, reason: '' }
    const withPack = { ...quote, lines: [...quote.lines, pack] }
    expect(quoteMail(deps, { ...to, quote: withPack, code: CODE }).text).toMatch(
      /Option: City Pack\nColour: Surf White/,
    )
    expect(quoteMail(deps, { ...to, quote, code: CODE }).text).not.toContain('Option')
  })

  test('greets without a name when it is unknown', () => {
    const purchase = {
      quote,
      signedAt: quote.created,
      to: to.to,
      firstName: '',
      reference: 'TV-7K3Q-XJ',
      purchaseJourneyId: 'J-1',
    }
    expect(financeSignedMail(deps, purchase).text).toMatch(/^Kia ora,\n/)
  })

  test('shows what people typed as text, and its subject in one line', () => {
    const { html, subject } = quoteMail(deps, {
      ...to,
      firstName: '<img src=x onerror=alert(1)>',
      message: '"><script>alert(1)</script>\n& a second line',
      quote: { ...quote, vehicle: { ...quote.vehicle, variantName: 'a\r\nBcc: b@c.example' } },
      code: CODE,
    })
    expect(html).not.toMatch(/<script|<img (?!src="https:)/)
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;<br>&amp; a second line')
    expect(subject).toBe('Your Tarvane quote: a Bcc: b@c.example')
  })

  test('links to the public address with its path', () => {
    expect(quoteMail(deps, { ...to, quote, code: CODE }).text).toContain(
      'Open your quote:\nhttps://cars.example/nz/build-and-quote/?quoteId=Q-1#7QK2-9XNF-3TME-W8RD',
    )
    const anonymous = { ...quote, customerId: null }
    expect(quoteMail(deps, { ...to, quote: anonymous, code: CODE }).text).toContain(
      'Open your quote:\nhttps://cars.example/nz/quote/#7QK2-9XNF-3TME-W8RD',
    )
    const confirmed = {
      ...to,
      reference: 'TV-7K3Q-XJ',
      quote,
      offers: [],
      purchaseJourneyId: 'J-1',
      outlook: { amountDue: null, estimate: null, refusal: null, tradeIn: null, outlet: null },
      onBehalf: null,
      hadDeletion: false,
      isToBeBuilt: false,
      depositDueBy: '2026-11-25T05:17:00.000Z',
      cancelUntil: quote.expires,
    }
    expect(purchaseConfirmedMail(deps, { ...confirmed, owedCents: 100 }).text).toContain(
      'https://cars.example/nz/purchase/#/J-1/payment',
    )
    expect(purchaseConfirmedMail(deps, { ...confirmed, owedCents: 0 }).text).toContain(
      'https://cars.example/nz/purchase/#/J-1/complete',
    )
    const reset = { ...to, to: 'a+b@c.example', code: '1', minutes: 10, linkToken: 'x.y' }
    expect(passwordResetMail(deps, reset).text).toContain(
      'https://cars.example/nz/customer/#/forgot?email=a%2Bb%40c.example&code=x.y',
    )
  })

  test('never shows a payment without the details of its finance (decision 19)', () => {
    const { text } = quoteMail(deps, { ...to, quote, code: CODE })
    for (const line of [
      'Estimated payment: $115.64 a week',
      'Deposit: $2,844\n  Cash price, drive-away: $28,440. Amount financed, including fees: $26,001.35',
      'Term: 36 months\n  Payments: 156, weekly',
      'Annual interest rate: 9.45%\n  Plus $405.35 in one-off fees and $1 in each payment',
      'Total amount payable: $32,074.61\n  With a final payment of $14,034.80',
      'Finance examples are estimates, not an offer of credit.',
      'Finance is subject to the lender’s checks.',
    ])
      expect(text).toContain(line)
    expect(
      quoteMail(deps, { ...to, quote: { ...quote, finance: null }, code: CODE }).text,
    ).not.toContain('payment')
  })

  test('lists each line of the price', () => {
    const { text } = quoteMail(deps, { ...to, quote, code: CODE })
    expect(text).toContain('Cove: $26,990\n  The list price of this grade.\nSurf White: Included\n')
    expect(text).toContain(
      'Drive-away price: $28,440\n  Includes GST of $3,709.57. There are no other charges.',
    )
  })
})
