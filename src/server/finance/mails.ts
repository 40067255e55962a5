import type { JourneyStatus } from '#lib/sign-in/code-shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { CALL_OUTLET } from '#lib/finance/credit.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { Deps } from '#server/deps.ts'
import {
  greeting,
  money,
  writeMail,
  type Block,
  type Mail,
  type Buyer,
  type Row,
} from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName, financeBlocks } from '#server/quotes/quote-blocks.ts'
import { canTypeset, hashLines, printer } from '#server/quotes/quote-pdf.ts'

/** What is said of a signature where it is shown. */
interface Signed {
  /** The figures applied for. */
  quote: Quote
  /** As the signer typed it. */
  name: string
  /** The account that signed: its address. */
  to: string
  method: 'TYPED' | 'DRAWN'
  /** The text that was shown, as {@link financeDocumentText}. */
  document: string
  documentVersion: string
  documentSha256: string
  /** ISO 8601. */
  signedAt: string
}

const METHODS: Record<Signed['method'], string> = {
  TYPED: 'By typing the name',
  DRAWN: 'By drawing on the screen',
}

/**
 * The signed declarations with the figures applied for, as a document. No answer is in it: mail is no place for them.
 *
 * @param signed Without the quote where it says something else by now.
 */
export const signedFinancePdf = async (
  deps: Deps,
  {
    quote,
    name,
    to,
    method,
    document,
    documentVersion,
    documentSha256,
    signedAt,
  }: Omit<Signed, 'quote'> & { quote: Quote | null },
): Promise<NonNullable<Mail['attachment']>> => {
  const [title = '', _version, ...paragraphs] = document.split('\n\n')
  const blocks: Block[] = [
    ...paragraphs.map((text) => ({ text })),
    { heading: 'Signature' },
    {
      rows: [
        ...(canTypeset(name) ? [['Signed by', name] as Row] : []),
        ['With the account of', to],
        ...(quote ? [['Applied for', carName(quote)] as Row] : []),
        ['On', formatInstant(signedAt)],
        ['How', METHODS[method]],
        ['Version of this text', documentVersion],
        ['SHA-256 of this text', hashLines(documentSha256)],
      ],
    },
    ...(quote ? financeBlocks(deps, quote) : []),
  ]
  return {
    name: `${deps.catalogue.brand.name.toLowerCase()}-finance-application.pdf`,
    bytes: await (await printer()).writePdf(deps, { title, blocks, createdAt: new Date(signedAt) }),
  }
}

/** A link to the finance application, which only the customer can fill in and sign. */
export const financeLinkMail = (
  deps: Deps,
  { quote, purchaseJourneyId, ...recipient }: Buyer & { quote: Quote; purchaseJourneyId: string },
): Mail =>
  writeMail(deps, {
    kind: 'finance-link',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your finance application to sign: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `Here is the finance application for your ${carName(quote)}. Only you can fill it in and sign it, signed in to your account.`,
      },
      {
        action: 'Fill in and sign',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'finance'),
      },
    ],
  })

/** A finance application was signed and sent to the lender. */
export const financeSignedMail = (
  deps: Deps,
  {
    firstName,
    reference,
    purchaseJourneyId,
    attachment,
    ...signed
  }: Pick<Signed, 'quote' | 'to' | 'signedAt'> & {
    firstName: string
    reference: string
    purchaseJourneyId: string
    attachment?: Mail['attachment']
  },
): Mail => ({
  ...writeMail(deps, {
    kind: 'finance-signed',
    to: signed.to,
    reference,
    subject: `Your finance application: ${carName(signed.quote)}`,
    blocks: [
      greeting(firstName),
      {
        text: `You signed an application for finance on ${formatInstant(signed.signedAt)}, and we have passed it on to the lender. What you declared and agreed to is attached as a PDF.`,
      },
      {
        text: 'Your answers are in neither: they are kept encrypted, and are in the copy of your data that you can have under My Profile.',
      },
      {
        action: 'See the lender’s answer',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'finance'),
      },
      { text: 'Was this not you? Call us at once.', isNote: true },
    ],
  }),
  ...(attachment && { attachment }),
})

/** What a decision is called in a mail; the sentence never promises a loan (decision 34). */
const DECISION_WORDS: Record<'AUTOAPPR' | 'CONDITIONL' | 'DECLINE', string> = {
  AUTOAPPR: 'Your finance application is pre-approved, subject to the lender’s checks.',
  CONDITIONL:
    'Your finance application is pre-approved on the conditions below, subject to the lender’s checks.',
  DECLINE: 'The lender has declined your finance application.',
}

/** What can be done about a refusal: once a purchase is confirmed, its customer cannot change how it is paid. */
const afterRefusal = (status: JourneyStatus): string =>
  CALL_OUTLET[status] ?? 'You can still buy the car by paying cash.'

/** Who is to be called, where a refusal says so. */
function outletToCall(
  { catalogue }: Deps,
  status: JourneyStatus,
  outletCode: string | null,
): Block[] {
  const outlet = catalogue.dealers.find((dealer) => dealer.outletCode === outletCode)
  return outlet && CALL_OUTLET[status]
    ? [
        {
          rows: [
            ['Outlet', outlet.name],
            ['Phone', shownPhone(outlet.phone)],
          ],
        },
      ]
    : []
}

/** What was decided of a finance application. */
export const creditDecisionMail = (
  deps: Deps,
  {
    quote,
    purchaseJourneyId,
    status,
    outletCode,
    decision,
    isCorrection,
    ...recipient
  }: Buyer & {
    quote: Quote
    purchaseJourneyId: string
    status: JourneyStatus
    outletCode: string | null
    /** Another decision was mailed before. */
    isCorrection: boolean
    decision: {
      code: keyof typeof DECISION_WORDS
      limitCents?: number | undefined
      validUntil?: string | undefined
      conditions: string[]
    }
  },
): Mail =>
  writeMail(deps, {
    kind: 'credit-decision',
    to: recipient.to,
    reference: recipient.reference,
    subject: `${isCorrection ? 'Corrected: your' : 'Your'} finance application for the ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      ...(isCorrection
        ? [
            {
              text: 'The decision we told you of before was wrong, and we are sorry for that. This one takes its place.',
            },
          ]
        : []),
      {
        text:
          decision.code === 'DECLINE'
            ? `${DECISION_WORDS.DECLINE} ${afterRefusal(status)}`
            : DECISION_WORDS[decision.code],
      },
      ...(decision.code === 'DECLINE' ? outletToCall(deps, status, outletCode) : []),
      ...decision.conditions.map((text) => ({ text })),
      ...(decision.limitCents === undefined
        ? []
        : [{ text: `It is for up to ${money(decision.limitCents)}.` }]),
      ...(decision.validUntil === undefined
        ? []
        : [{ text: `It holds until ${formatDay(decision.validUntil)}.` }]),
      {
        action: 'Open your purchase',
        url: mailPaths(deps).purchase(
          purchaseJourneyId,
          status === 'STARTED' ? 'finance' : 'payment',
        ),
      },
    ],
  })

/** A purchase that the lender does not finance was changed to cash. */
export const changedToCashMail = (
  deps: Deps,
  {
    to,
    firstName,
    reference,
    purchaseJourneyId,
    quote,
    depositCents,
    balanceCents,
  }: Buyer & {
    purchaseJourneyId: string
    quote: Quote
    /** What is still to be paid of each. */
    depositCents: number
    balanceCents: number
  },
): Mail =>
  writeMail(deps, {
    kind: 'changed-to-cash',
    to,
    reference,
    subject: `You pay cash now: ${carName(quote)}`,
    blocks: [
      greeting(firstName),
      {
        text: 'As you asked us to, your purchase is paid in cash now, without the lender. The car and its price stay as they are.',
      },
      {
        rows: [
          ['Drive-away price', money(quote.totals.driveAwayCents)],
          ...(depositCents > 0 ? [['Deposit still to be paid', money(depositCents)] as Row] : []),
          ['Balance, before you collect the car', money(balanceCents)],
        ],
      },
      {
        action: 'Open your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
      { text: 'Did you not ask for this? Please call us at once.', isNote: true },
    ],
  })
