import { catalogue } from '#content/catalogue.ts'
import { aQuote } from '#tests/builders/purchase-journey.ts'
import { aRequest } from '#tests/setup/purchases.ts'

// threat T12
const BREAKS = ['\r\n', '\n', '\r', '\u0085', '\u2028', '%0d%0a', '\\r\\n', '\r\n.\r\n']
const COMMANDS = [
  'Bcc: thief@x.example',
  'To: thief@x.example',
  'Subject: Forged',
  'RCPT TO:<thief@x.example>',
  '\r\nMAIL FROM:<thief@x.example>\r\nRCPT TO:<thief@x.example>\r\nDATA',
]
export const PAYLOADS = BREAKS.flatMap((pause) =>
  COMMANDS.map((command) => `Tia${pause}${command}`),
)

/** Each break once, with one command or another, for what writes a mail of each. */
export const someOf = (turn: number) =>
  BREAKS.map((_, index) => PAYLOADS[index * COMMANDS.length + ((index + turn) % COMMANDS.length)]!)

/** Everything that a mail is written from, each text of it a payload. */
export const factsOf = (payload: string, number: number) => {
  const facts = {
    to: `mia${number}@post.example`,
    firstName: payload,
    code: payload,
    minutes: 10,
    linkToken: payload,
    message: payload,
    act: 'SET_UP',
    kind: 'TESTDRIVE',
    name: payload,
    email: `mia${number}@post.example`,
    phone: '+64215550199',
    model: { name: payload },
    dealer: { name: payload, email: `mia${number}@post.example`, phone: payload },
    wished: { day: '2026-11-28', time: 'MORNING' },
    purchaseJourneyId: payload,
    paymentId: payload,
    paymentType: 'DEPOSIT',
    depositCents: 1,
    balanceCents: 1,
    reference: payload,
    accountName: payload,
    accountNumber: payload,
    amountCents: 1,
    refundCents: 1,
    priceCents: 1,
    left: { rows: [[payload, payload, payload]], total: [payload, payload, payload] },
    estimate: {
      from: '2026-12-07',
      to: '2026-12-14',
      note: payload,
      before: { from: '2026-12-01', to: '2026-12-08' },
      isTooLate: true,
    },
    plan: { ...catalogue.servicePlans[0], name: payload, covers: [payload] },
    method: 'TYPED',
    documentSha256: payload,
    signedAt: '2026-11-23T01:00:00.000Z',
    cancelUntil: '2026-11-26T01:00:00.000Z',
    depositDueBy: '2026-11-25T01:00:00.000Z',
    dueAt: '2026-12-23T01:00:00.000Z',
    dueBy: '2026-12-23T01:00:00.000Z',
    expiresAt: '2026-11-24T01:00:00.000Z',
    vehicle: payload,
    offerCents: 1,
    leftOut: [payload],
    offerExpires: '2026-11-30T01:00:00.000Z',
    decision: { code: 'CONDITIONL', validUntil: '2026-12-23', conditions: [payload] },
    car: payload,
    watchKey: payload,
    request: { ...aRequest(), colourCode: payload },
    before: { priceCents: 2, stockLevel: 'On order' },
    today: { priceCents: 1, stockLevel: 'In stock' },
    endsAt: '2027-11-23T01:00:00.000Z',
    days: 2,
    news: 'booked',
    offers: [
      {
        slug: 'x',
        heading: payload,
        summary: payload,
        terms: [payload],
        accessories: [{ code: 'x', name: payload }],
      },
    ],
    outlet: { outletCode: 'x', name: payload, phone: payload, address: null },
    appointment: {
      startsAt: '2026-11-28T01:00:00.000Z',
      endsAt: '2026-11-28T02:00:00.000Z',
      sequence: 1,
      changeUntil: '2026-11-27T23:00:00.000Z',
    },
    registration: payload,
    recalls: [
      {
        recallNumber: payload,
        title: payload,
        description: payload,
        remedy: payload,
        severity: 'COMPULSORY',
      },
    ],
    aftercare: {
      warrantyUntil: '2031-11-23',
      warrantyKm: 100_000,
      firstServiceDay: '2027-11-23',
      firstServiceKm: 15_000,
    },
    paidAt: '2026-11-23T01:00:00.000Z',
    outlook: {
      left: { rows: [[payload, payload, payload]], total: [payload, payload, payload] },
      tradeIn: 'offer-to-come',
      estimate: { from: '2026-12-07', to: '2026-12-14' },
      refusal: payload,
      outlet: {
        name: payload,
        phone: payload,
        address: { line1: payload, suburb: payload, city: payload, postcode: payload },
      },
    },
    quote: aQuote({
      quoteId: payload,
      vehicle: {
        kdcd: 'x',
        modelName: payload,
        variantName: payload,
        colourName: payload,
        interiorName: payload,
      },
    }),
  }
  const brand = { ...catalogue.brand, email: facts.to }
  return { facts, catalogue: { ...catalogue, brand } }
}
