import { setImmediate } from 'node:timers/promises'
import { findCustomer } from '#server/customers/queries.ts'
import { listOwnershipsAfter } from './queries.ts'
import { insertRecallNotice } from './recall-queries.ts'
import type { OwnershipRow } from './tables.ts'
import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import type { Deps } from '#server/deps.ts'
import { openRecallMail } from './mails.ts'
import { openRecallsOf } from './open-recalls.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { enqueueMail, isNoOnes, transact } from '#server/platform/mail/outbox.ts'

/** How many cars are read at once. */
const BATCH = 200

/** Mails every owner about the open recalls of their car, once for each recall (decision 69). */
export const notifyOwners = (deps: Deps): Promise<void> =>
  doAll(carsWithRecalls(deps), ({ car, open }) => notifyOwner(deps, car, open))

async function* carsWithRecalls({ db }: Deps) {
  for (let lastId = 0; ;) {
    const cars = await listOwnershipsAfter(db, lastId, BATCH)
    const open = await openRecallsOf(db, cars)
    for (const [at, car] of cars.entries()) if (open[at]!.length > 0) yield { car, open: open[at]! }
    if (cars.length < BATCH) return
    lastId = cars.at(-1)!.id
    // SQLite reads on the thread that answers everybody.
    await setImmediate()
  }
}

const notifyOwner = (
  deps: Deps,
  { customer_id, registration, make, model, year }: OwnershipRow,
  open: OpenRecall[],
): Promise<void> =>
  transact(deps, async (trx) => {
    // The account may have been deleted since the cars were read.
    const customer = await findCustomer(trx, customer_id)
    if (!customer || isNoOnes(customer.email)) return
    const recalls: OpenRecall[] = []
    for (const recall of open) {
      const isNew = await insertRecallNotice(trx, {
        customer_id,
        recall_number: recall.recallNumber,
        registration,
        notified_at: deps.now().toISOString(),
      })
      if (isNew) recalls.push(recall)
    }
    if (recalls.length === 0) return
    await enqueueMail(
      deps,
      trx,
      openRecallMail(deps, {
        to: customer.email,
        firstName: customer.name.firstName,
        car: `${year} ${make} ${model}`,
        registration,
        recalls,
      }),
    )
  })
