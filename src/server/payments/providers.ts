import type { PaymentMethod, PaymentSource } from '#lib/codes.ts'
import type { ProviderState } from '#lib/payments/provider-states.ts'
import type { PaymentRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { SESSION_ID, type CardSession } from '#server/providers/card/card-provider.ts'

/** The order that a provider's page is opened for. */
export interface PayOrder {
  payment: PaymentRow
  /** `Deposit – {grade}` */
  description: string
  customerEmail: string
}

/** A payment as its provider reports it. */
export interface ProviderPayment {
  state: ProviderState
  amountCents: number
  currency: string
  paymentId: string | null
  /** Only from a provider that stores it. */
  purchaseJourneyId?: string | null
  /** The provider's name for the money: a refund needs it. */
  providerPayment: string | null
}

/** A way to pay on a provider's page. */
export interface PayMethod {
  source: PaymentSource
  /** The provider, as the beginning of a sentence. */
  providerName: string
  isOn(deps: Deps): boolean
  /**
   * Opens the page.
   *
   * @throws {ProviderRefusal} If the provider does not take the order.
   * @throws {ProviderUnavailable}
   */
  open(deps: Deps, order: PayOrder): Promise<{ reference: string; url: string }>
  /** The payment as the provider reports it; `null` when the provider does not know it. */
  fetchStatus(deps: Deps, reference: string): Promise<ProviderPayment | null>
  /** Closes the page, if the provider supports that. */
  close(deps: Deps, reference: string): Promise<void>
}

/** All payment methods; their shared code is in `payments.ts` and `settle.ts`. */
export const PAY_METHODS: Record<PaymentMethod, PayMethod> = {
  STRIPE: {
    source: 'CREDITCARD',
    providerName: 'The card provider',
    isOn: ({ card }) => card.name !== 'none',
    async open({ card, settings }, { payment, description, customerEmail }) {
      const returnAddress = `${settings.siteUrl}/api/stripe/return`
      const session = await card.createSession({
        paymentId: payment.payment_id,
        purchaseJourneyId: payment.purchase_journey_id,
        paymentType: payment.type,
        amountCents: payment.amount_cents,
        description,
        customerEmail,
        expiresAt: new Date(payment.expires_at!),
        returnUrl: `${returnAddress}?session_id=${SESSION_ID}`,
        cancelUrl: `${returnAddress}?paymentId=${payment.payment_id}&cancelled=1`,
      })
      return { reference: session.sessionId, url: session.url! }
    },
    async fetchStatus({ card }, reference) {
      const session = await card.findSession(reference)
      return (
        session && {
          ...session,
          state: session.isPaid ? 'paid' : CARD_STATES[session.status],
        }
      )
    },
    close: ({ card }, reference) => card.expireSession(reference),
  },
  POLI: {
    // A payment by bank arrives in the account as a transfer does.
    source: 'BANKTRF',
    providerName: 'The online banking provider',
    isOn: ({ bank }) => bank.name !== 'none',
    async open({ bank, settings, now }, { payment, description }) {
      const { token, url } = await bank.startPayment({
        paymentId: payment.payment_id,
        amountCents: payment.amount_cents,
        reference: plainReference(description),
        homeUrl: `${settings.siteUrl}/`,
        returnUrl: `${settings.siteUrl}/api/poli/return`,
        nudgeUrl: `${settings.siteUrl}/api/poli/nudge`,
        timeoutS: Math.max(
          60,
          Math.round((Date.parse(payment.expires_at!) - now().getTime()) / 1000),
        ),
      })
      return { reference: token, url }
    },
    async fetchStatus({ bank }, token) {
      const found = await bank.findPayment(token)
      return (
        found && {
          state: found.status,
          // The paid amount is compared with the requested one in `settle.ts`.
          amountCents: found.status === 'paid' ? found.paidCents : found.amountCents,
          currency: found.currency,
          paymentId: found.paymentId,
          providerPayment: found.transactionRef,
        }
      )
    },
    // The page closes when it expires; the provider has no call for it.
    close: async () => undefined,
  },
}

const CARD_STATES: Record<CardSession['status'], ProviderState> = {
  open: 'open',
  // Completed and not paid: the money is on its way.
  complete: 'pending',
  expired: 'expired',
}

/** Letters, digits and spaces, at most 50: a bank statement shows nothing else. */
const plainReference = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, 50)
