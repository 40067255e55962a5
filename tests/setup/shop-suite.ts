import { afterEach } from 'vitest'
import type { Overrides } from './application.ts'
import type { TestDatabase } from './databases.ts'
import { openBankShop, openCardShop, type BankShop, type CardShop } from './provider-shop.ts'
import { setUpSignedIn } from './suite.ts'

// A shop that takes payments, beside what `suite.ts` sets up.

export let bankShop: BankShop
export let cardShop: CardShop

/** People are signed in at a shop that is paid by bank, by the simulator. */
export function setUpBankShop(database: TestDatabase, overrides: Overrides = {}) {
  setUpSignedIn(database, overrides, async (...how) => (bankShop = await openBankShop(...how)).app)
  afterEach(() => bankShop.stop())
}

/** People are signed in at a shop that is paid by card, by the simulator. */
export function setUpCardShop(database: TestDatabase, overrides: Overrides = {}) {
  setUpSignedIn(database, overrides, async (...how) => (cardShop = await openCardShop(...how)).app)
  afterEach(() => cardShop.stop())
}
