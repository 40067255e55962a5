import type { Result } from '#lib/api/failure.ts'
import * as payments from '#lib/payments/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import { PAY_OPTIONS, type JourneyStatus, type PaymentMethod } from '#lib/codes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import * as work from '#lib/purchases/staff-calls.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { lenderShare, payKind } from '#lib/payments/pay-options.ts'
import type { Db } from '#server/database.ts'
import type { PaymentRow } from '#server/payments/tables.ts'
import { findJourney } from '#server/journeys/queries.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { toPurchaseJourney } from '#server/journeys/view.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { faultyProviders } from '#tests/payments/providers.ts'
import { startApplication } from '#tests/setup/application.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, started, type Person } from '#tests/setup/purchases.ts'
import { purchaseActs } from './purchase-acts.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

/** The catalogue calls it unavailable, so none is built: it can be had only from stock. */
export const RARE = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const

export const oneOf = <T>(values: readonly T[], n: number): T => values[n % values.length]!

/** Does something, by a number that decides between its ways. What people are refused is `ok: false`. */
export type Act = (n: number) => Promise<Result<unknown> | void>

/** A reservation is not sold before it is bought. */
const SOLD = PAY_OPTIONS.filter((payOption) => payOption !== 'RESERVATION')

interface Seen {
  journey: PurchaseJourney
  rows: { payments: PaymentRow[] }
}

/** A shop with a customer, another one and a member of staff, and the purchase they are about. */
export class Walk {
  readonly app
  readonly db
  readonly providers
  readonly acts
  mia!: Person
  rawiri!: Person
  sam!: Person
  /** The purchase that the walk is about. */
  id = ''
  /** With what came of it. */
  ids: string[] = []
  /** The providers' pages that were opened for it. */
  pages: { method: PaymentMethod; reference: string }[] = []
  count = 0

  static async open(db: Db): Promise<Walk> {
    const walk = new Walk(db)
    await seedDemo(walk.deps)
    return walk
  }

  private constructor(db: Db) {
    const env = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999']))
    this.db = db
    this.app = startApplication(db, { env: { ...env, FEATURE_RESERVATIONS: 'on' } })
    this.providers = faultyProviders(() => false, this.clock.now, 0)
    Object.assign(this.deps, { card: this.providers.card, bank: this.providers.bank })
    this.acts = purchaseActs(this)
  }

  get deps() {
    return this.app.deps
  }
  get clock() {
    return this.app.clock
  }
  get params() {
    return { id: this.id }
  }

  /** Everyone signs in again, as sessions expire with time. */
  async comeIn() {
    this.mia = await arrive(this.app)
    this.rawiri = await arrive(this.app, 'company@demo.example')
    this.sam = await arrive(this.app, 'staff@demo.example')
  }

  /**
   * The purchase as its customer sees it; `null` once it is deleted. Asked for after each act, so not over the network:
   * to write, send and check the answer would be half of all the work. An act does that.
   */
  async see(): Promise<PurchaseJourney | null> {
    const journey = await findJourney(this.db, this.id)
    return journey && toPurchaseJourney(this.deps, this.db, journey)
  }

  advance(event: 'car-found' | 'agreement-accepted' | 'changed-to-cash' | 'handed-over') {
    return this.sam.call(work.advanceJourney, {
      params: this.params,
      body:
        event === 'car-found'
          ? { event }
          : event === 'handed-over'
            ? { event, registration: `N${this.count++}` }
            : { event, note: 'Agreed at the outlet.' },
    })
  }

  receipt(source: 'BANKTRF' | 'MTF', amountCents: number, reference = `R-${this.count++}`) {
    const body = { source, amountCents, reference }
    return this.sam.call(payments.recordReceipt, { params: this.params, body })
  }

  /** A new purchase in a status, in a shop that has cars. */
  async begin(status: JourneyStatus, n: number) {
    this.ids = []
    this.pages = []
    await this.db.updateTable('stock').set({ quantity: 100 }).execute()
    await this.db.updateTable('stock').set({ quantity: 0 }).where('kdcd', '=', RARE.kdcd).execute()
    await this.comeIn()
    await BEGIN[status](this, n)
  }

  begun({ id }: PurchaseJourney) {
    this.id = id
    this.ids.push(id)
  }

  /** Ends what is open, so that the next walk has nothing of it. */
  async end() {
    for (this.id of this.ids) await this.acts['cancel for them']!(0)
  }
}

/** The lender that was asked about what is bought has paid it, or approves of it still. */
export function lenderStandsBy(
  { journey: { id, currentQuote, creditDecision }, rows: { payments } }: Seen,
  now: Date,
): boolean {
  const { finance, payOption } = currentQuote
  if (finance === null || creditDecision === null) return true
  const { code, limitCents = 0, validUntil = '', appliedFor } = creditDecision
  if (appliedFor && payKind(appliedFor.payOption) !== payKind(payOption)) return true
  const paidCents = payments
    .filter((row) => row.purchase_journey_id === id && row.source === 'MTF')
    .filter(({ status, duplicate }) => status === 'PAID' && duplicate === 0)
    .reduce((cents, { amount_cents }) => cents + amount_cents, 0)
  const asks = finance.amountFinancedCents
  if (payKind(payOption) === 'finance' && paidCents >= asks) return true
  const isApproved = code === 'AUTOAPPR' || code === 'CONDITIONL'
  return isApproved && asks <= limitCents && validUntil >= aucklandDay(now)
}

/** How a purchase comes to each status. */
const BEGIN: Record<JourneyStatus, (at: Walk, n: number) => Promise<unknown>> = {
  STARTED: async (at, n) => at.begun(await started(at.mia, { payOption: oneOf(PAY_OPTIONS, n) })),
  CONFIRMED: async (at, n) =>
    at.begun(await confirmed(at.mia, { payOption: oneOf(PAY_OPTIONS, n) })),
  NOCARAVAIL: async (at, n) =>
    at.begun(await confirmed(at.mia, { ...RARE, payOption: oneOf(SOLD, n) })),
  async AGREEMENT(at, n) {
    at.begun(await confirmed(at.mia, { payOption: oneOf(SOLD, n) }))
    const { depositCents } = (await at.see())!.paymentMetadata
    if (depositCents > 0) valueOf(await at.receipt('BANKTRF', depositCents))
    valueOf(await at.advance('agreement-accepted'))
  },
  async COMPLETE(at, n) {
    await BEGIN.AGREEMENT(at, n)
    const { paymentMetadata, currentQuote } = (await at.see())!
    // No leased car goes without the lender's approval.
    if (payKind(currentQuote.payOption) === 'lease') await at.acts['decision']!(0)
    const lenderCents = lenderShare(currentQuote)?.amountFinancedCents ?? 0
    if (paymentMetadata.balanceCents > 0)
      valueOf(await at.receipt('BANKTRF', paymentMetadata.balanceCents))
    if (lenderCents > 0) valueOf(await at.receipt('MTF', lenderCents))
    valueOf(await at.advance('handed-over'))
  },
  async EXPIRED(at, n) {
    await BEGIN.STARTED(at, n)
    at.clock.advance(31 * DAY_MS)
    await expire(at.deps)
    await at.comeIn()
  },
  async CANCELLED(at, n) {
    await BEGIN.CONFIRMED(at, n)
    if (n % 2) valueOf(await at.receipt('BANKTRF', 30_000))
    valueOf(await at.mia.call(calls.cancelPurchase, { params: at.params }))
  },
}
