import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import type { Deps } from '#server/deps.ts'
import { findDeal } from '#server/journeys/deal.ts'
import { lockJourney } from '#server/journeys/queries.ts'
import { doAll } from '#server/platform/database/batches.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { noteEvent } from './events.ts'
import { answeredOf, findPerson, updatePerson } from './queries.ts'
import { tellPeople } from './tell.ts'
import { priceMark } from './view.ts'

/** A buyer who has changed nothing for as long has settled on something. */
const SETTLED_MS = 10 * MINUTE_MS
/** Changes that are older are not told any more: those who answered see them when they look. */
const TOLD_FOR_MS = 2 * HOUR_MS
const MOST = 200

/** Tells people whose answer was to another car or price, once for an answer, when the buyer has settled. */
export async function tellOfChanges(deps: Deps): Promise<void> {
  const nowMs = deps.now().getTime()
  const time = {
    after: new Date(nowMs - TOLD_FOR_MS).toISOString(),
    before: new Date(nowMs - SETTLED_MS).toISOString(),
  }
  await doAll(await answeredOf(deps.db, time, MOST), ({ person_id, purchase_journey_id }) =>
    transact(deps, async (trx) => {
      const journey = await lockJourney(trx, purchase_journey_id)
      const person = await findPerson(trx, person_id)
      if (journey?.status !== 'STARTED' || !person || person.ended_at !== null) return
      if (person.answer === null || person.is_told === 1) return
      if (priceMark(await findDeal(trx, journey)) === person.answered_mark) return
      await updatePerson(trx, person_id, { is_told: 1 })
      await noteEvent(deps, trx, person, null, 'OUTDATED')
      await tellPeople(deps, trx, journey, [person], journey.customer_id, 'CHANGED')
    }),
  )
}
