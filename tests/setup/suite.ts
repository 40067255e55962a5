import { afterEach, beforeEach } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import type { Db } from '#server/database.ts'
import { startApplication, type Application, type Overrides } from './application.ts'
import type { TestDatabase } from './databases.ts'
import { seedDemo } from './demo.ts'
import { arrive, type Person } from './purchases.ts'

// What a test of the API works with. Each of the functions `setUp…` fills it in before every test of a suite.

export let db: Db
export let app: Application
/** A browser in which no one is signed in. */
export let visitor: ApiCall
/** A customer and a member of staff who are signed in, by {@link setUpSignedIn}. */
export let mia: Person
export let sam: Person
/** A company that is a customer, signed in by {@link setUpTwoCustomers}. */
export let kowhai: Person

type Start = (db: Db, overrides: Overrides) => Application | Promise<Application>

/** An application on an empty database. */
export function setUpEmpty(
  { open }: TestDatabase,
  overrides: Overrides | (() => Overrides) = {},
  start: Start = startApplication,
) {
  beforeEach(async () => {
    db = await open()
    switchTo(await start(db, typeof overrides === 'function' ? overrides() : overrides))
  })
  afterEach(() => db.destroy())
}

/** An application with the sample people, cars and places of a demo. */
export function setUpDemo(...setUp: Parameters<typeof setUpEmpty>) {
  setUpEmpty(...setUp)
  beforeEach(() => seedDemo(app.deps))
}

/** The same, with {@link mia} and {@link sam} signed in. */
export function setUpSignedIn(...setUp: Parameters<typeof setUpEmpty>) {
  setUpDemo(...setUp)
  beforeEach(signInAgain)
}

/** The same, with {@link kowhai} too. */
export function setUpTwoCustomers(...setUp: Parameters<typeof setUpEmpty>) {
  setUpSignedIn(...setUp)
  beforeEach(async () => {
    kowhai = await arrive(app, 'company@demo.example')
  })
}

/** Signs Mia and Sam in: their sessions end as the clock moves, and with another application. */
export async function signInAgain() {
  mia = await arrive(app)
  sam = await arrive(app, 'staff@demo.example')
}

/** Replaces the application by one with other settings or parts, on the same database. */
export const restart = (overrides: Overrides = {}) => switchTo(startApplication(db, overrides))

export function switchTo(application: Application) {
  app = application
  visitor = app.browser()
}
