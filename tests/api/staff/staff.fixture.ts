import { updateCustomer } from '#lib/customers/calls.ts'
import { startActing } from '#lib/staff/calls.ts'
import { db, mia, sam } from '#tests/setup/suite.ts'

// A shop with a member of staff and a customer.
export const audit = () =>
  db
    .selectFrom('audit')
    .select(['actor', 'customer_id', 'action', 'is_acting', 'fields'])
    .orderBy('seq')
    .execute()

export const actFor = (customerId: number) => sam.call(startActing, { body: { customerId } })
export const change = (body: object) =>
  sam.call(updateCustomer, { params: { id: mia.customerId }, body })
