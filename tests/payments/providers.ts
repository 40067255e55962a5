import { ProviderUnavailable } from '#server/providers/ask.ts'
import type { BankProvider } from '#server/providers/bank/bank-provider.ts'
import { ACTIVE, openBankStore } from '#server/providers/bank/simulator/store.ts'
import type { CardProvider } from '#server/providers/card/card-provider.ts'
import { disputeJson, payoutJson, refundJson } from '#server/providers/card/simulator/money-wire.ts'
import { openStore } from '#server/providers/card/simulator/store.ts'
import { toDispute, toPayout, toRefund } from '#server/providers/card/stripe-money.ts'

/** Throws a die: `chance(0.1)` is true one time in ten. */
export type Chance = (share: number) => boolean

const KINDS: Record<string, 'refund' | 'dispute' | 'payout'> = {
  re_: 'refund',
  dp_: 'dispute',
  po_: 'payout',
}

/** A payment that a provider has taken. */
export interface Taken {
  reference: string
  amountCents: number
  refunds: number
}

/**
 * Both providers as their simulators keep them, without HTTP between: a call may be lost on its way there, or
 * its answer on the way back.
 */
export function faultyProviders(chance: Chance, now: () => Date, faults: number) {
  const cards = openStore(':memory:')
  const banks = openBankStore(':memory:')
  /** The answers for orders and refunds, by our own key. */
  const kept = new Map<string, string>()
  const nowS = () => Math.floor(now().getTime() / 1000)
  const closeOverdue = () => {
    for (const { sessionId } of cards.overdueSessions(nowS()))
      cards.endSession(sessionId, 'expired')
    for (const { token } of banks.overdue(nowS())) banks.end(token, 'TimedOut', 0, nowS())
  }
  const taken = new Map<string, Taken>()
  /** Online banking payments whose receipt has not been opened, by token. */
  const unverified = new Set<string>()
  let calls = 0

  async function call<T>(what: string, effect: () => T): Promise<T> {
    calls += 1
    closeOverdue()
    if (chance(faults)) throw new ProviderUnavailable(what, new Error('the request was lost'))
    const answer = effect()
    if (chance(faults)) throw new ProviderUnavailable(what, new Error('the answer was lost'))
    return answer
  }

  const sessionOf = (sessionId: string) => {
    const session = cards.findSession(sessionId)
    return (
      session && {
        sessionId,
        url: session.status === 'open' ? `http://cards.test/${sessionId}` : null,
        status: session.status,
        isPaid: session.isPaid,
        amountCents: session.amountCents,
        currency: session.currency,
        paymentId: session.order.metadata.paymentId ?? null,
        purchaseJourneyId: session.order.clientReferenceId,
        providerPayment: session.paymentIntent,
        declineReason: null,
      }
    )
  }
  const card: CardProvider = {
    name: 'simulated',
    testMode: true,
    publishableKey: null,
    createSession: (order) =>
      call('The card provider', () => {
        const before = kept.get(order.paymentId)
        if (before) return sessionOf(before)!
        const { sessionId } = cards.insertSession({
          status: 'open',
          isPaid: false,
          amountCents: order.amountCents,
          currency: 'nzd',
          order: {
            description: order.description,
            customerEmail: order.customerEmail,
            clientReferenceId: order.purchaseJourneyId,
            metadata: { paymentId: order.paymentId },
            successUrl: order.returnUrl,
            cancelUrl: order.cancelUrl,
          },
          declineReason: null,
          createdS: nowS(),
          expiresAtS: Math.floor(order.expiresAt.getTime() / 1000),
          notice: 'usual',
          comesBack: 'usual',
        })
        kept.set(order.paymentId, sessionId)
        return sessionOf(sessionId)!
      }),
    findSession: (sessionId) => call('The card provider', () => sessionOf(sessionId)),
    expireSession: (sessionId) =>
      call('The card provider', () => void cards.endSession(sessionId, 'expired')),
    refund: ({ key, providerPayment, amountCents }) =>
      call('The card provider', () => {
        const before = kept.get(key)
        if (before) return refundOf(before)!
        if (cards.disputesOf(providerPayment).some(({ status }) => status !== 'won'))
          throw new ProviderUnavailable('The card provider', new Error('charge_disputed'))
        const session = cards.findByPaymentIntent(providerPayment)!
        taken.get(session.sessionId)!.refunds += 1
        const { refundId } = cards.insertRefund(providerPayment, amountCents, { key })
        kept.set(key, refundId)
        return refundOf(refundId)!
      }),
    findRefund: (reference) => call('The card provider', () => refundOf(reference)),
    findDispute: (disputeId) =>
      call('The card provider', () => {
        const dispute = cards.findDispute(disputeId)
        return dispute && toDispute(disputeJson(dispute, null, false) as never)
      }),
    findPayout: (payoutId) =>
      call('The card provider', () => {
        const payout = cards.findPayout(payoutId)
        return payout && toPayout(payoutJson(payout) as never)
      }),
    listMoney: () => Promise.reject(new Error('nothing is compared here')),
    // In the simulation a notice is its event's id and what it is about, and every one is genuine.
    readNotice: async (body) => {
      const [eventId = '', reference = ''] = Buffer.from(body).toString().split(' ')
      const kind = KINDS[reference.slice(0, 3)]
      return {
        eventId,
        type: 'event',
        sessionId: kind ? null : reference,
        about: kind ? { kind, reference } : null,
      }
    },
  }
  const refundOf = (reference: string) => {
    const refund = cards.findRefund(reference)
    return refund && toRefund(refundJson(refund) as never)
  }

  const BANK_STATES = { Completed: 'paid', TimedOut: 'expired', [ACTIVE]: 'open' } as const
  const bank: BankProvider = {
    name: 'simulated',
    startPayment: (order) =>
      call('The online banking provider', () => {
        const { token } = banks.insert(
          order.amountCents,
          {
            MerchantReference: order.reference,
            MerchantData: order.paymentId,
            SuccessURL: order.returnUrl,
            FailureURL: order.returnUrl,
            CancellationURL: order.returnUrl,
            NotificationURL: order.nudgeUrl,
          },
          nowS(),
          nowS() + order.timeoutS,
        )
        return { token, url: `http://banks.test/?Token=${encodeURIComponent(token)}` }
      }),
    listPaid: () => Promise.reject(new Error('nothing is compared here')),
    findPayment: (token) =>
      call('The online banking provider', () => {
        const transfer = banks.find(token)
        return (
          transfer && {
            status: unverified.has(token)
              ? 'unsure'
              : (BANK_STATES[transfer.status as keyof typeof BANK_STATES] ?? 'cancelled'),
            amountCents: transfer.amountCents,
            paidCents: transfer.paidCents,
            currency: 'nzd',
            paymentId: transfer.order.MerchantData,
            transactionRef: transfer.refNo,
          }
        )
      }),
  }

  return {
    card,
    bank,
    cards,
    calls: () => calls,
    /** What the providers have taken, by their own references: the other side of the books. */
    taken,
    /** The buyer pays at the page. `false` when it was closed already. */
    pay(method: 'STRIPE' | 'POLI', reference: string): boolean {
      closeOverdue()
      const amountCents =
        method === 'STRIPE'
          ? cards.endSession(reference, 'complete')?.amountCents
          : (() => {
              const cents = banks.find(reference)?.amountCents ?? 0
              return banks.end(reference, 'Completed', cents, nowS())?.amountCents
            })()
      if (amountCents === undefined) return false
      taken.set(reference, { reference, amountCents, refunds: 0 })
      return true
    },
    /** The buyer leaves the bank's page without a receipt. `false` when it was closed already. */
    leaveUnverified(token: string): boolean {
      closeOverdue()
      const cents = banks.find(token)?.amountCents ?? 0
      if (!banks.end(token, 'Completed', cents, nowS())) return false
      unverified.add(token)
      return true
    },
    /** The bank says after all that it has paid. */
    verify(token: string): void {
      if (!unverified.delete(token)) return
      taken.set(token, {
        reference: token,
        amountCents: banks.find(token)!.amountCents,
        refunds: 0,
      })
    },
    close() {
      cards.close()
      banks.close()
    },
  }
}
