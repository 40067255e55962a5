import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { aucklandDay } from '#lib/shared/dates.ts'
import { z } from '#lib/shared/zod.ts'
import { startNotices } from '../../payment-simulator/notices.ts'
import { runSimulator, type Simulator, type SimulatorOptions } from '../../payment-simulator/run.ts'
import type { PoliSettings } from '../poli.ts'
import { bankPages, pageUrl } from './pages.ts'
import { openBankStore, type BankStore, type Transfer } from './store.ts'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

const MERCHANT_CODE = 'S6100000'

/**
 * A simulated provider of online banking payments with POLi's REST API on a free loopback port, a page for the buyer, and nudges.
 * Its data survives the process.
 */
export async function startBankSimulator({
  file,
  siteUrl,
  noticeUrl,
  noticeDelayMs = 1_500,
  now = () => new Date(),
  lab,
}: SimulatorOptions): Promise<Simulator<PoliSettings>> {
  const store = openBankStore(file)
  const authenticationCode = store.secret('authentication code', () =>
    randomBytes(18).toString('hex'),
  )
  const nowS = () => Math.floor(now().getTime() / 1000)
  const notices = startNotices(store, {
    noticeUrl,
    delayMs: noticeDelayMs,
    lab,
    headersFor: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
  })
  const onEnded = ({ token, notice }: Transfer): Promise<void> =>
    notices.notify(token, new URLSearchParams({ Token: token }).toString(), notice)
  const expireOverdue = () => expireUntil(nowS())
  async function expireUntil(atS: number): Promise<number> {
    const overdue = store.overdue(atS)
    for (const { token } of overdue) {
      const ended = store.end(token, 'TimedOut', 0, nowS())
      if (ended) await onEnded(ended)
    }
    return overdue.length
  }
  lab?.closers.push(() => expireUntil(Number.MAX_SAFE_INTEGER))
  const api = bankApi({ store, authenticationCode, siteUrl, nowS, expireOverdue })
  const { port, stop } = await runSimulator({ api, store, notices, expireOverdue })
  return {
    settings: {
      merchantCode: MERCHANT_CODE,
      authenticationCode,
      url: `http://127.0.0.1:${port}`,
      name: 'simulator',
    },
    pages: bankPages({ store, siteUrl, nowS, expireOverdue, onEnded }),
    stop,
  }
}

const address = z.string().check(z.minLength(1), z.maxLength(1000), z.url())

/** The fields of an order, with POLi's error for each. */
const Initiate = z.strictObject({
  Amount: z.union([z.number(), z.string()]),
  CurrencyCode: z.literal('NZD'),
  MerchantReference: z.string().check(z.minLength(1), z.maxLength(100)),
  MerchantData: z.string().check(z.maxLength(2000)),
  MerchantHomepageURL: address,
  SuccessURL: address,
  FailureURL: address,
  CancellationURL: address,
  NotificationURL: address,
  Timeout: z.optional(z.int().check(z.gte(1), z.lte(86_400))),
})

interface ApiOptions {
  store: BankStore
  authenticationCode: string
  siteUrl: string
  nowS: () => number
  expireOverdue: () => Promise<unknown>
}

/** The part of POLi's API that a shop uses. */
function bankApi({ store, authenticationCode, siteUrl, nowS, expireOverdue }: ApiOptions): Hono {
  const app = new Hono().basePath('/api/v2/Transaction')
  const expected = `Basic ${Buffer.from(`${MERCHANT_CODE}:${authenticationCode}`).toString('base64')}`
  app.use(bodyLimit({ maxSize: 64 * 1024 }))
  app.use(async (c, next) => {
    if (!isSameSecret(c.req.header('authorization') ?? '', expected))
      return c.json({ Success: false, ...failure(1005, 'The merchant was not authenticated') })
    await expireOverdue()
    return next()
  })

  app.post('/Initiate', async (c) => {
    const refuse = (code: number, message: string) =>
      c.json(
        { Success: false, NavigateURL: null, TransactionRefNo: null, ...failure(code, message) },
        400,
      )
    const parsed = z.safeParse(Initiate, await c.req.json().catch(() => null))
    if (!parsed.success) {
      const field = String(parsed.error.issues[0]?.path[0] ?? '')
      return field.endsWith('URL')
        ? refuse(1014, `${field} is not a valid address`)
        : refuse(1022, `${field} is missing or wrong`)
    }
    const { Amount, Timeout = 900, MerchantHomepageURL, CurrencyCode, ...order } = parsed.data
    void [MerchantHomepageURL, CurrencyCode]
    if (!/^\d{1,8}(\.\d{1,2})?$/.test(String(Amount)))
      return refuse(1024, 'The amount is in the wrong format')
    const amountCents = Math.round(Number(Amount) * 100)
    if (amountCents < 100) return refuse(1025, 'The amount is below the minimum of $1.00')
    const made = store.insert(amountCents, order, nowS(), nowS() + Timeout)
    return c.json({
      Success: true,
      NavigateURL: pageUrl(made.token, siteUrl),
      TransactionRefNo: made.refNo,
      ...failure(0, ''),
    })
  })

  app.get('/GetTransaction', (c) => {
    const found = store.find(c.req.query('token') ?? '')
    if (!found)
      return c.json(
        failure(1001, 'The token is either incorrect, or containing encoded characters'),
        400,
      )
    return c.json(transactionJson(found, nowS()))
  })

  app.get('/GetDailyTransactions', (c) => {
    const day = c.req.query('date')
    const statuses = c.req.query('statuscodes')?.split(',')
    return c.json(
      store
        .ended()
        .filter(({ endedS }) => aucklandDay(endedS! * 1000) === day)
        .filter(({ status }) => !statuses || statuses.includes(status))
        .map((transfer) => transactionJson(transfer, nowS())),
    )
  })
  return app
}

const failure = (code: number, message: string) => ({
  ErrorCode: code === 0 ? null : code,
  ErrorMessage: message,
})

/** An instant in POLi's format, `2026-11-21T09:30:00`. */
const stamp = (atS: number | null) =>
  atS === null ? '' : new Date(atS * 1000).toISOString().slice(0, 19)

const transactionJson = (transfer: Transfer, nowS: number) => ({
  TransactionRefNo: transfer.refNo,
  CurrencyCode: 'NZD',
  CurrencyName: 'New Zealand Dollar',
  CountryName: 'New Zealand',
  CountryCode: 'NZL',
  PaymentAmount: transfer.amountCents / 100,
  AmountPaid: transfer.paidCents / 100,
  EstablishedDateTime: stamp(transfer.startedS),
  StartDateTime: stamp(transfer.startedS),
  EndDateTime: stamp(transfer.endedS),
  BankReceipt: transfer.paidCents > 0 ? `${transfer.refNo}-R` : '',
  BankReceiptDateTime: transfer.paidCents > 0 ? stamp(transfer.endedS) : '',
  TransactionStatus: transfer.status,
  TransactionStatusCode: transfer.status,
  ...failure(0, ''),
  FinancialInstitutionCode: 'iBankNZ01',
  FinancialInstitutionName: 'Simulated bank',
  MerchantReference: transfer.order.MerchantReference,
  MerchantData: transfer.order.MerchantData,
  IsExpired: transfer.status === 'TimedOut' || transfer.expiresAtS <= nowS,
})
