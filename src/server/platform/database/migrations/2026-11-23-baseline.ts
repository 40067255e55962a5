import type { Kysely } from 'kysely'
import { addressTables } from './baseline/addresses.ts'
import { agreementTables } from './baseline/agreements.ts'
import { customerTables } from './baseline/customers.ts'
import { deliveryTables } from './baseline/delivery.ts'
import { dialectOf } from './baseline/dialect.ts'
import { messageTables } from './baseline/messages.ts'
import { paymentTables } from './baseline/payments.ts'
import { platformTables } from './baseline/platform.ts'
import { purchaseTables } from './baseline/purchases.ts'
import { quoteTables } from './baseline/quotes.ts'
import { serviceTables } from './baseline/service.ts'
import { signInTables } from './baseline/sign-in.ts'
import { staffTables } from './baseline/staff.ts'
import { vehicleTables } from './baseline/vehicles.ts'
import { webhookTables } from './baseline/webhooks.ts'

/** Ordered so that each table comes after the tables it refers to. */
const BASELINE = [
  platformTables,
  staffTables,
  customerTables,
  signInTables,
  messageTables,
  webhookTables,
  quoteTables,
  purchaseTables,
  agreementTables,
  deliveryTables,
  paymentTables,
  serviceTables,
  vehicleTables,
  addressTables,
]

/** All tables. This file changes with them until the first release; after that each change is a migration of its own. */
export async function up(db: Kysely<any>): Promise<void> {
  const dialect = dialectOf(db)
  for (const tables of BASELINE)
    for (const statement of tables(dialect)) await statement.execute(db)
}
