import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import { catalogue } from '#content/catalogue.ts'
import type { ApiCall } from '#lib/api/client.ts'
import * as calls from '#lib/contract/service.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import type { Database } from '#server/db/database.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { aContact, WORKSHOP } from '#tests/setup/services.ts'

// A workshop, and who books it.

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
/** A Tuesday morning at eight, and the half hours after it. */
export const EIGHT = '2026-12-07T19:00:00.000Z'

export const HALF_PAST = '2026-12-07T19:30:00.000Z'
export const problem = (status: number, code: string, message?: unknown) => ({
  ok: false,
  failure: { status, problem: { code, ...(message ? { message } : {}) } },
})

export const faultAt = (property: string) => ({
  ok: false,
  failure: { status: 400, problem: { messages: [{ property }] } },
})

/** A workshop of one bay that is open on Sundays too, also when clocks change. */
export const oneBay = {
  ...catalogue,
  service: {
    ...catalogue.service,
    horizonDays: 366,
    workshops: catalogue.service.workshops.map((workshop) => ({
      ...workshop,
      bays: 1,
      hours: { ...workshop.hours, sun: '00:00-06:00' },
    })),
  },
}

export let db: Kysely<Database>
export let app: Application
export let visitor: ApiCall
export const start = (facts: Parameters<typeof startApplication>[1] = {}) => {
  app = startApplication(db, facts)
  visitor = app.browser()
}

export const hold = (startsAt: string, facts: { serviceCode?: string; replaces?: string } = {}) =>
  visitor(calls.holdServiceSlot, { body: { ...WORKSHOP, startsAt, ...facts } })

export const bookHeld = (holdId: string, call = visitor, facts: { note?: string } = {}) =>
  call(calls.bookService, {
    body: { holdId, registration: 'toi-101', contact: aContact(), ...facts },
  })

export const booked = async (startsAt = EIGHT, call = visitor) =>
  valueOf(await bookHeld(valueOf(await hold(startsAt)).holdId, call))

export const mails = async () => valueOf(await visitor(listDemoMail, { query: {} })).messages
export const units = () => db.selectFrom('service_slot').selectAll().orderBy('starts_at').execute()

/** For each test anew, on a database. */
export function setUpService({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    start()
  })
  afterEach(() => db.destroy())
}
