import type { Db } from '#server/database.ts'
import { referenceOfRound } from '#server/journeys/references.ts'
import type { Keys } from '#server/platform/crypto/keys.ts'
import { contentOf } from '#server/platform/mail/outbox.ts'

/** What a fault has left behind: a sentence for each thing that is not as it must be. */
export interface Damage {
  /** Was answered for, and is not there. */
  lost: string[]
  /** Is there without what belongs to it. */
  torn: string[]
  /** Happened more than once. */
  doubled: string[]
}

export const noDamage = (): Damage => ({ lost: [], torn: [], doubled: [] })

/** Holds every purchase against its events, its car, its mails and its money: each has all of them, once, or none. */
export async function auditPurchases(db: Db, keys: Keys, cars: number | null): Promise<Damage> {
  const damage = noDamage()
  const count = (ids: string[]) => {
    const counts = new Map<string, number>()
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    return (id: string) => counts.get(id) ?? 0
  }
  const journeys = await db
    .selectFrom('purchase_journey')
    .select(['purchase_journey_id as id', 'status', 'confirmed_at', 'reference'])
    .execute()
  const events = await db
    .selectFrom('journey_event')
    .select(['purchase_journey_id as id', 'event'])
    .execute()
  const allocations = await db.selectFrom('allocation').selectAll().execute()
  const payments = await db
    .selectFrom('payment')
    .select(['payment_id', 'purchase_journey_id as id', 'status'])
    .execute()
  const mails = await db.selectFrom('outbox').selectAll().execute()

  const byReference = new Map(
    journeys.map(({ id, reference }) => [reference ?? referenceOfRound(id, 0), id]),
  )
  /** A mail links to its purchase, or names its reference, as `TV-7K3Q-XJ`. */
  const purchaseOf = (text: string): string => {
    const [, start = '', end = ''] = /\b[A-Z]{2}-(\w{4})-(\w{2})\b/.exec(text) ?? []
    return (
      /\/purchase\/#\/([\w-]+)/.exec(text)?.[1] ?? byReference.get(start + end) ?? 'no purchase'
    )
  }

  const eventsOf = (wanted: string[]) =>
    count(events.filter(({ event }) => wanted.includes(event)).map(({ id }) => id))
  const mailsOf = (wanted: string[]) =>
    count(
      mails
        .filter(({ kind }) => wanted.includes(kind))
        .map((mail) => purchaseOf(contentOf({ keys }, mail).text)),
    )
  const paidOf = count(payments.filter(({ status }) => status === 'PAID').map(({ id }) => id))
  const openOf = count(
    payments.filter(({ status }) => ['CREATED', 'PENDING'].includes(status)).map(({ id }) => id),
  )
  const WHAT: [what: string, of: (id: string) => number, isDue: (row: Row) => boolean][] = [
    ['events of confirming', eventsOf(['confirmed', 'confirmed-without-car']), isConfirmed],
    ['cars', count(allocations.map((row) => row.purchase_journey_id)), isConfirmed],
    ['mails of confirming', mailsOf(['purchase-confirmed', 'no-car-yet']), isConfirmed],
    ['events of paying', eventsOf(['deposit-settled']), ({ id }) => paidOf(id) > 0],
    ['receipts', mailsOf(['payment-received']), ({ id }) => paidOf(id) > 0],
    ['payments', paidOf, ({ id }) => paidOf(id) > 0],
  ]
  for (const row of journeys) {
    for (const [what, of, isDue] of WHAT) {
      const found = of(row.id)
      if (found > 1) damage.doubled.push(`${found} ${what}: ${row.id}`)
      else if ((found === 1) !== isDue(row)) damage.torn.push(`${found} ${what}: ${row.id}`)
    }
    if (openOf(row.id) > 1) damage.doubled.push(`${openOf(row.id)} open payments: ${row.id}`)
  }
  if (cars !== null) {
    const { left } = await db
      .selectFrom('stock')
      .select((eb) => eb.fn.sum<number>('quantity').as('left'))
      .executeTakeFirstOrThrow()
    const taken = allocations.filter(({ kind }) => kind === 'STOCK').length
    if (Number(left) + taken !== cars)
      damage.torn.push(`${left} cars left and ${taken} taken of ${cars}`)
  }
  return damage
}

interface Row {
  id: string
  confirmed_at: string | null
}
const isConfirmed = ({ confirmed_at }: Row): boolean => confirmed_at !== null
