import {
  deleteDeletion,
  heldUpCustomers,
  insertDeletion,
} from '../../src/server/customers/deletion-queries.ts'
import { findCustomerLogin } from '../../src/server/customers/queries.ts'
import { exportedText } from '../../src/server/customers/account-export.ts'
import { eraseAccount } from '../../src/server/customers/account-deletion.ts'
import { appendAudit } from '../../src/server/staff/audit.ts'
import { removeDemo } from '../../src/server/demo/samples.ts'
import { CommandError, withBrand, type AdminDeps, type Command, type Typed } from './command.ts'

async function customerOf({ db }: AdminDeps, typed: Typed): Promise<number> {
  const email = typed.word('EMAIL')
  typed.end()
  const customer = await findCustomerLogin(db, email)
  if (!customer) throw new CommandError(`There is no customer "${email}".`)
  return customer.customerId
}

export const PEOPLE_COMMANDS: Record<string, Command> = {
  'customer export': {
    takes: 'EMAIL',
    what: 'prints everything held about a customer as JSON; recorded in the audit log',
    async run(deps, typed) {
      const customerId = await customerOf(deps, typed)
      const application = await withBrand(deps)
      const row = {
        at: deps.now().toISOString(),
        actor: 'system',
        customer_id: customerId,
        action: 'exportCustomer',
        is_acting: 0,
        outcome: 'ALLOWED',
        fields: '[]',
        request_id: '',
      } as const
      await deps.db.transaction().execute((trx) => appendAudit(trx, row))
      let text = ''
      for await (const piece of exportedText(application, customerId)) text += piece
      return text.trimEnd()
    },
  },
  'customer erase': {
    takes: 'EMAIL',
    what: 'erases a customer now, without the two-week wait; purchases are kept as the law requires',
    async run(deps, typed) {
      const customerId = await customerOf(deps, typed)
      const at = deps.now().toISOString()
      const isNew = await deps.db.transaction().execute(async (trx) => {
        if ((await heldUpCustomers(trx, [customerId])).has(customerId))
          throw new CommandError(
            'A purchase is in progress, or money for one has yet to go back. Complete or cancel it first.',
          )
        return insertDeletion(trx, { customer_id: customerId, requested_at: at, due_at: at })
      })
      if (!(await eraseAccount(deps, customerId))) {
        // Else the hourly job would erase the account as soon as it can.
        if (isNew) await deleteDeletion(deps.db, customerId)
        throw new CommandError(
          'A purchase has just been started. Complete or cancel it, then run this again.',
        )
      }
      return `Customer ${customerId} has been erased.`
    },
  },
  'remove-sample': {
    takes: '',
    what: 'removes a demo’s sample staff and all its customers with everything they did, payments included, to turn a demo into a shop. Stop the storefront first',
    async run(deps, typed) {
      typed.end()
      const removed = await removeDemo(deps)
      if (!removed)
        return 'There are no sample people, so this is not a demo’s database. Nothing is removed.'
      return `Removed ${removed.customers} customers with everything they did, and ${removed.staff} sample staff. Everyone is signed out. Start with DEMO=off; "npm run admin -- staff add" creates your first staff account.`
    },
  },
}
