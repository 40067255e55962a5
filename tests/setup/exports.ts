import { downloadExport, requestExport } from '#lib/customers/account-calls.ts'
import { CustomerExport } from '#lib/customers/export-shapes.ts'
import { z } from '#lib/shared/zod.ts'
import { buildExports } from '#server/customers/build-exports.ts'
import type { Application } from './application.ts'
import { valueOf } from './people.ts'
import type { Person } from './purchases.ts'

/** The copy of a customer's data as it is at this moment: asked for, put together and downloaded. */
export async function exportedData(
  { deps }: Pick<Application, 'deps'>,
  { call, customerId }: Pick<Person, 'call' | 'customerId'>,
): Promise<CustomerExport> {
  await deps.db.deleteFrom('data_export').where('customer_id', '=', customerId).execute()
  const params = { id: customerId }
  valueOf(await call(requestExport, { params }))
  await buildExports(deps)
  const file = valueOf(await call(downloadExport, { params }))
  return z.parse(CustomerExport, JSON.parse(await file.text()))
}
