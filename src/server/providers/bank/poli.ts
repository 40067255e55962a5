import { z } from '#lib/shared/zod.ts'
import { ask, ProviderRefusal, ProviderUnavailable, understood } from '../ask.ts'
import type { BankPayment, BankProvider, BankStatus } from './bank-provider.ts'

export interface PoliSettings {
  merchantCode: string
  authenticationCode: string
  /** The API's server, without a slash at the end. */
  url: string
  /** The name in logs and in the configuration; `poli` unless it is simulated. */
  name?: string
}

const WHAT = 'The online banking provider'
/** A buyer waits for each of these calls. */
const TIMEOUT_MS = 10_000

const Initiated = z.object({
  Success: z.boolean(),
  NavigateURL: z.nullish(z.string()),
  ErrorCode: z.nullish(z.union([z.number(), z.string()])),
  ErrorMessage: z.nullish(z.string()),
})

const Transaction = z.object({
  TransactionRefNo: z.nullish(z.union([z.string(), z.number()])),
  TransactionStatusCode: z.nullish(z.string()),
  CurrencyCode: z.nullish(z.string()),
  PaymentAmount: z.nullish(z.number()),
  AmountPaid: z.nullish(z.number()),
  MerchantData: z.nullish(z.string()),
  ErrorCode: z.nullish(z.union([z.number(), z.string()])),
})

const DailyTransactions = z.array(
  z.object({
    TransactionRefNo: z.union([z.string(), z.number()]),
    TransactionStatusCode: z.string(),
    AmountPaid: z.number(),
  }),
)

const STATUSES: Record<string, BankStatus> = {
  Initiated: 'open',
  FinancialInstitutionSelected: 'open',
  EulaAccepted: 'open',
  InProcess: 'pending',
  Unknown: 'pending',
  Completed: 'paid',
  ReceiptUnverified: 'unsure',
  Cancelled: 'cancelled',
  Failed: 'failed',
  TimedOut: 'expired',
}

/** Their error for an unknown token. */
const BAD_TOKEN = '1001'
/** Errors about our account or their service, not about an order. */
const OUR_ACCOUNT = ['1003', '1004', '1005']

const toCents = (dollars: number | null | undefined): number => Math.round((dollars ?? 0) * 100)

/** Takes payments by bank through POLi's REST API: on their page, with a nudge when a payment has changed. */
export function poliBank(settings: PoliSettings): BankProvider {
  const { merchantCode, authenticationCode, url, name = 'poli' } = settings
  const credentials = Buffer.from(`${merchantCode}:${authenticationCode}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}` }
  const address = (path: string) => new URL(`${url}/api/v2/Transaction/${path}`)

  return {
    name,

    async startPayment(order) {
      const reply = await ask({
        what: WHAT,
        url: address('Initiate'),
        headers,
        timeoutMs: TIMEOUT_MS,
        json: {
          Amount: (order.amountCents / 100).toFixed(2),
          CurrencyCode: 'NZD',
          MerchantReference: order.reference,
          MerchantData: order.paymentId,
          MerchantHomepageURL: order.homeUrl,
          SuccessURL: order.returnUrl,
          FailureURL: order.returnUrl,
          CancellationURL: order.returnUrl,
          NotificationURL: order.nudgeUrl,
          Timeout: order.timeoutS,
        },
      })
      // A refusal may have status 400 with the same body.
      const answer = understood(WHAT, Initiated, { ...reply, status: okIfRefused(reply.status) })
      if (!answer.Success || !answer.NavigateURL) {
        const code = String(answer.ErrorCode ?? '')
        const reason = `POLi answers ${code} ${answer.ErrorMessage ?? ''}`.trim()
        if (code === '' || OUR_ACCOUNT.includes(code))
          throw new ProviderUnavailable(WHAT, new Error(reason))
        throw new ProviderRefusal(reason)
      }
      const token = tokenIn(answer.NavigateURL)
      if (!token) throw new ProviderUnavailable(WHAT, new Error('POLi’s page has no token'))
      return { token, url: answer.NavigateURL }
    },

    async findPayment(token) {
      const target = address('GetTransaction')
      // Encoded here, because we store their token without encoding.
      target.searchParams.set('token', token)
      const reply = await ask({ what: WHAT, url: target, headers, timeoutMs: TIMEOUT_MS })
      const found = understood(WHAT, Transaction, { ...reply, status: okIfRefused(reply.status) })
      if (String(found.ErrorCode ?? '') === BAD_TOKEN) return null
      const status = STATUSES[found.TransactionStatusCode ?? '']
      if (!status)
        throw new ProviderUnavailable(
          WHAT,
          new Error(`POLi answers ${found.ErrorCode ?? found.TransactionStatusCode ?? 'nothing'}`),
        )
      return {
        status,
        amountCents: toCents(found.PaymentAmount),
        paidCents: toCents(found.AmountPaid),
        currency: (found.CurrencyCode ?? '').toLowerCase(),
        paymentId: found.MerchantData ?? null,
        transactionRef: String(found.TransactionRefNo ?? ''),
      } satisfies BankPayment
    },

    async listPaid(day) {
      const target = address('GetDailyTransactions')
      target.searchParams.set('date', day)
      target.searchParams.set('statuscodes', 'Completed')
      const reply = await ask({ what: WHAT, url: target, headers, timeoutMs: TIMEOUT_MS })
      return understood(WHAT, DailyTransactions, reply)
        .filter(({ TransactionStatusCode }) => TransactionStatusCode === 'Completed')
        .map(({ TransactionRefNo, AmountPaid }) => ({
          transactionRef: String(TransactionRefNo),
          paidCents: toCents(AmountPaid),
        }))
    },
  }
}

const okIfRefused = (status: number): number => (status === 400 ? 200 : status)

/** The decoded token in a page's address, where the case of its name varies. */
function tokenIn(address: string): string | null {
  const query = URL.parse(address)?.searchParams ?? new URLSearchParams()
  return [...query].find(([name]) => name.toLowerCase() === 'token')?.[1] || null
}
