import type { PersonEventKind } from '#lib/people/shapes.ts'
import type { Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { actorName, type Actor } from '#server/platform/http/actor.ts'
import { insertPersonEvent } from './queries.ts'
import type { PurchasePersonRow } from './tables.ts'

/** Notes what a person did, or what became of them. Returns whether it is new. */
export const noteEvent = (
  deps: Pick<Deps, 'newId' | 'now'>,
  trx: Trx,
  { person_id, purchase_journey_id }: PurchasePersonRow,
  actor: Actor | null,
  kind: PersonEventKind,
  {
    eventId = deps.newId(),
    text = null,
    cents = null,
  }: { eventId?: string; text?: string | null; cents?: number | null } = {},
): Promise<boolean> =>
  insertPersonEvent(trx, {
    event_id: eventId,
    purchase_journey_id,
    person_id,
    kind,
    text,
    cents,
    actor: actor ? actorName(actor) : 'system',
    at: deps.now().toISOString(),
  })
