import { getCustomer, updateCustomer } from '#lib/customers/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { calculateQuote } from '#lib/quotes/calls.ts'
import type { Db } from '#server/database.ts'
import { aRequest } from '#tests/setup/purchases.ts'
import { noDamage, type Damage } from './books.ts'
import { insist, signedIn, visitor, type Buyer, type Places } from './shop.ts'
import { stepsOf, type Step } from './steps.ts'

/** What the writers were answered, to be found again. */
export class Ledger {
  acknowledged = 0
  quotes: string[] = []
  savedQuotes = 0
  mailedQuotes = 0
  confirmed: string[] = []
  paid: string[] = []
  /** Fields with one writer each, and the last value that was answered for. */
  signedOut = 0
  fields = new Map<string, { written: string; read: () => Promise<string> }>()

  /** Writes until it is answered for. */
  async write<T>(step: Step<T>): Promise<T> {
    const value = await insist(step)
    this.acknowledged += 1
    return value
  }

  /** The requests acknowledged so far. */
  soFar(): Ledger {
    const copy = new Ledger()
    for (const list of ['quotes', 'confirmed', 'paid'] as const) copy[list] = [...this[list]]
    return copy
  }
}

/** Does one thing that people do, from its beginning to its last answer. */
type Act = () => Promise<unknown>

/** A quote that is kept, a purchase that is begun, and one that is paid for. */
export function purchasesOf(shops: Places, buyer: Buyer, ledger: Ledger) {
  const steps = stepsOf(shops, buyer)
  const save = async () => {
    const { quoteId } = await ledger.write(steps.save)
    ledger.savedQuotes += 1
    ledger.quotes.push(quoteId)
    return quoteId
  }
  const begin = async () => ledger.write(steps.begin(await save()))
  const buy = async () => {
    const { id } = await begin()
    await ledger.write(steps.confirm(await ledger.write(steps.makeReady(id))))
    ledger.confirmed.push(id)
    const { sessionId, redirectUrl } = await ledger.write(steps.startPayment(id))
    await ledger.write(steps.pay(redirectUrl, 'twice'))
    await ledger.write(steps.check(sessionId))
    ledger.paid.push(id)
  }
  return { steps, save, begin, buy }
}

/** What seven writers of one customer do, each on its own entities. */
async function actsOf(shops: Places, buyer: Buyer, ledger: Ledger): Promise<Act[]> {
  const { call, customerId } = buyer
  const { steps, save, begin, buy } = purchasesOf(shops, buyer, ledger)
  const quote = async () => {
    const { quoteId } = await ledger.write(() =>
      visitor(shops)(calculateQuote, { body: aRequest() }),
    )
    ledger.quotes.push(quoteId)
  }
  const mail = async () => {
    await ledger.write(steps.mail(await save()))
    ledger.mailedQuotes += 1
  }
  /** Writes one value after the other into a field. */
  const fieldWriter = async (
    name: string,
    read: () => Promise<string>,
    write: (count: number) => { value: string; step: Step<unknown> },
  ): Promise<Act> => {
    const field = { written: await read(), read }
    ledger.fields.set(name, field)
    let count = 0
    return async () => {
      const { value, step } = write((count += 1))
      await ledger.write(step)
      field.written = value
    }
  }
  const { id } = await begin()
  const patch = await fieldWriter(
    `outlet of ${id}`,
    async () =>
      String((await insist(() => call(getPurchaseJourney, { params: { id } }))).outletCode),
    (count) => {
      const outletCode = count % 2 === 0 ? 'AKL01' : 'AKL02'
      return { value: outletCode, step: steps.change(id, { outletCode }) }
    },
  )
  const params = { id: customerId }
  const profile = await fieldWriter(
    `phone of ${customerId}`,
    async () => String((await insist(() => call(getCustomer, { params }))).workPhone),
    (count) => {
      const workPhone = `+64215${String(count).padStart(6, '0')}`
      return {
        value: workPhone,
        step: () => call(updateCustomer, { params, body: { workPhone } }),
      }
    },
  )
  return [quote, save, mail, buy, buy, patch, profile]
}

/** What sixteen writers of two customers do. */
export async function actsOfEverybody(shops: Places, ledger: Ledger): Promise<Act[]> {
  const acts: Act[] = []
  for (const email of ['customer@demo.example', 'company@demo.example']) {
    const arrive = () => signedIn(shops, email, () => (ledger.signedOut += 1))
    // A session of its own: tokens of the one before last are worth nothing.
    const { refresh } = await arrive()
    const refreshing = () => ledger.write(async () => ({ ok: true, value: await refresh() }))
    acts.push(refreshing, ...(await actsOf(shops, await arrive(), ledger)))
  }
  return acts
}

/**
 * Sixteen writers of two customers at once, until they are stopped; each finishes its current request.
 *
 * @param buyers How many more, who only buy.
 */
export async function startWriters(
  shops: Places,
  ledger: Ledger,
  buyers = 0,
): Promise<{ failures: string[]; stop(): Promise<void> }> {
  const acts = await actsOfEverybody(shops, ledger)
  // In one session: of an account the eldest of more than ten ends.
  const { buy } = purchasesOf(shops, await signedIn(shops, 'customer@demo.example'), ledger)
  acts.push(...Array.from({ length: buyers }, () => buy))
  let isOver = false
  const failures: string[] = []
  const work = acts.map(async (act) => {
    try {
      while (!isOver) await act()
    } catch (error) {
      failures.push((error as Error).message)
    }
  })
  return {
    failures,
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

/** What of a ledger's answers is not there. */
export async function auditLedger(db: Db, ledger: Ledger): Promise<Damage> {
  const quotes = await db.selectFrom('quote').select('quote_id as id').execute()
  const confirmed = await db
    .selectFrom('purchase_journey')
    .select('purchase_journey_id as id')
    .where('confirmed_at', 'is not', null)
    .execute()
  const paid = await db
    .selectFrom('payment')
    .select('purchase_journey_id as id')
    .where('status', '=', 'PAID')
    .execute()
  const missing = (what: string, ids: string[], stored: { id: string }[]) => {
    const known = new Set(stored.map(({ id }) => id))
    return ids.filter((id) => !known.has(id)).map((id) => `${what} ${id}`)
  }
  return {
    ...noDamage(),
    lost: [
      ...missing('quote', ledger.quotes, quotes),
      ...missing('confirmed purchase', ledger.confirmed, confirmed),
      ...missing('payment of', ledger.paid, paid),
    ],
  }
}

/** Which fields do not hold what was written last; only once every writer has its answer. */
export async function auditFields(ledger: Ledger): Promise<string[]> {
  const lost: string[] = []
  for (const [name, { written, read }] of ledger.fields) {
    const found = await read()
    if (found !== written) lost.push(`${name}: ${found} instead of ${written}`)
  }
  return lost
}

/** How often what has no name of its own happened; only once every writer has its answer. */
export async function auditRepetitions(db: Db, ledger: Ledger): Promise<string[]> {
  const saved = await db
    .selectFrom('quote')
    .select('quote_id')
    .where('customer_id', 'is not', null)
    .execute()
  const mailed = await db
    .selectFrom('outbox')
    .select('outbox_id')
    .where('kind', '=', 'quote')
    .execute()
  const doubled: string[] = []
  if (saved.length !== ledger.savedQuotes)
    doubled.push(`${saved.length} quotes saved for ${ledger.savedQuotes} answers`)
  if (mailed.length !== ledger.mailedQuotes)
    doubled.push(`${mailed.length} quotes mailed for ${ledger.mailedQuotes} answers`)
  return doubled
}
