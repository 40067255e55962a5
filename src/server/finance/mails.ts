import { asFileName } from '#lib/shared/words.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import type { JourneyStatus } from '#lib/codes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { CALL_OUTLET, NOTHING_TO_PAY_YET } from '#lib/finance/credit.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { Deps } from '#server/deps.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import type { PayRows } from '#server/journeys/amount-due.ts'
import { money, type Block, type Mail, type Row } from '#server/platform/mail/mail.ts'
import { amountDueBlocks, carName, financeAtAGlance } from '#server/quotes/quote-blocks.ts'
import { canTypeset, hashLines, writeDocument } from '#server/quotes/quote-pdf.ts'

/** A signature as documents and mails show it. */
interface Signed {
  /** The figures applied for. */
  quote: Quote
  /** As the signer typed it. */
  name: string
  /** The address of the account that signed. */
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
  TYPED: 'By typing their name',
  DRAWN: 'By drawing on the screen',
}

/**
 * The signed declarations with the figures applied for, as a document. It holds no answers, since mail is not private.
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
        ...((await canTypeset(name)) ? [['Signed by', name] as Row] : []),
        ['Account', to],
        ...(quote ? [['Applied for', carName(quote)] as Row] : []),
        ['On', formatInstant(signedAt)],
        ['How', METHODS[method]],
        ['Document version', documentVersion],
        ['Document fingerprint (SHA-256)', hashLines(documentSha256)],
      ],
    },
    ...(quote ? financeAtAGlance(deps, quote) : []),
  ]
  return {
    name: `${asFileName(`${deps.catalogue.brand.name} finance application`)}.pdf`,
    bytes: await writeDocument(deps, { title, blocks, createdAt: new Date(signedAt) }),
  }
}

/** A link to the finance application, which only the customer can fill in and sign. */
export const financeLinkMail = (deps: Deps, purchase: PurchaseMail): Mail =>
  writePurchaseMail(deps, purchase, {
    kind: 'finance-link',
    subject: `Please sign your finance application: ${carName(purchase.quote)}`,
    blocks: [
      {
        text: `Here’s the finance application for your ${carName(purchase.quote)}. Only you can fill it in and sign it, so you’ll need to sign in to your account.`,
      },
      purchaseLink(deps, purchase, 'finance', 'Fill in and sign'),
    ],
  })

/** A finance application was signed and sent to the lender. */
export const financeSignedMail = (
  deps: Deps,
  purchase: PurchaseMail & Pick<Signed, 'signedAt'>,
  attachment?: Mail['attachment'],
): Mail => ({
  ...writePurchaseMail(deps, purchase, {
    kind: 'finance-signed',
    subject: `Your finance application: ${carName(purchase.quote)}`,
    blocks: [
      {
        text: `You signed a finance application on ${formatInstant(purchase.signedAt)}, and we’ve sent it to the lender. We’ve attached a PDF of what you declared and agreed to.`,
      },
      {
        text: 'To protect your privacy, we keep your answers encrypted and leave them out of this email and the PDF. To see them, download your data under My Profile.',
      },
      purchaseLink(deps, purchase, 'finance', 'See the lender’s answer'),
      { text: 'Wasn’t this you? Call us straight away.', isNote: true },
    ],
  }),
  ...(attachment && { attachment }),
})

/** A decision in a mail; the sentence never promises a loan (decision 34). */
const DECISIONS: Record<'AUTOAPPR' | 'CONDITIONL' | 'DECLINE', string> = {
  AUTOAPPR: 'Your finance application is pre-approved, subject to the lender’s checks.',
  CONDITIONL:
    'Your finance application is pre-approved, subject to the conditions below and the lender’s checks.',
  DECLINE: 'The lender has declined your finance application.',
}

/** The next step after a refusal. The customer of a confirmed purchase cannot change how it is paid. */
const afterRefusal = (status: JourneyStatus): string =>
  CALL_OUTLET[status] ?? 'You can still buy the car by paying cash.'

/** The outlet to call, where a refusal asks for that. */
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
            ['Dealer', outlet.name],
            ['Phone', shownPhone(outlet.phone)],
          ],
        },
      ]
    : []
}

/** The lender's decision on a finance application. */
export const creditDecidedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    status: JourneyStatus
    outletCode: string | null
    /** Another decision was mailed before. */
    isCorrection: boolean
    decision: {
      code: keyof typeof DECISIONS
      limitCents?: number | undefined
      validUntil?: string | undefined
      conditions: string[]
    }
    /** Why the confirmed purchase cannot go on with it, a sentence; `null` where it can. */
    trouble: string | null
  },
): Mail => {
  const { status, decision, isCorrection, trouble } = purchase
  const isRefused = decision.code === 'DECLINE' || trouble !== null
  return writePurchaseMail(deps, purchase, {
    kind: 'credit-decision',
    subject: `${isCorrection ? 'Corrected: your' : 'Your'} finance application for the ${carName(purchase.quote)}`,
    blocks: [
      ...(isCorrection
        ? [
            {
              text: 'The decision we sent you earlier was wrong. We’re sorry. This one replaces it.',
            },
          ]
        : []),
      {
        text:
          decision.code === 'DECLINE'
            ? `${DECISIONS.DECLINE} ${afterRefusal(status)}`
            : trouble === null
              ? DECISIONS[decision.code]
              : `The lender has decided on your finance application. ${trouble} ${NOTHING_TO_PAY_YET} ${afterRefusal(status)}`,
      },
      ...(isRefused ? outletToCall(deps, status, purchase.outletCode) : []),
      ...decision.conditions.map((text) => ({ text })),
      ...(decision.limitCents === undefined || isRefused
        ? []
        : [
            {
              text: isLease(purchase.quote.payOption)
                ? `You can lease a car priced at up to ${money(decision.limitCents)}.`
                : `You can borrow up to ${money(decision.limitCents)}.`,
            },
          ]),
      ...(decision.validUntil === undefined || isRefused
        ? []
        : [{ text: `The pre-approval is valid until ${formatDay(decision.validUntil)}.` }]),
      purchaseLink(deps, purchase, status === 'STARTED' ? 'finance' : 'payment'),
    ],
  })
}

/** A purchase that the lender does not finance was changed to cash. */
export const purchaseChangedToCashMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    amountDue: PayRows | null
    /** Old cars whose offers no longer count. */
    leftOut: readonly string[]
  },
): Mail => {
  const { quote, leftOut } = purchase
  return writePurchaseMail(deps, purchase, {
    kind: 'changed-to-cash',
    subject: `You’re now paying cash: ${carName(quote)}`,
    blocks: [
      {
        text: 'As you asked, you’re now paying cash for this purchase instead of using finance. Your car and its price stay the same.',
      },
      ...(leftOut.length > 0
        ? [
            {
              text: `Your trade-in isn’t part of this purchase, because our offer has run out: ${leftOut.join(' and ')}. You can still request a new offer on the payment page.`,
            },
          ]
        : []),
      ...amountDueBlocks(purchase.amountDue),
      purchaseLink(deps, purchase, 'payment'),
      { text: 'Didn’t ask for this? Please call us straight away.', isNote: true },
    ],
  })
}
