import {
  insertDeletion,
  withPurchaseUnderWay,
} from '../../src/server/customers/deletion-queries.ts'
import { findCustomerLogin } from '../../src/server/customers/queries.ts'
import { exportedText } from '../../src/server/customers/account-export.ts'
import { eraseAccount } from '../../src/server/customers/account-deletion.ts'
import { appendAudit } from '../../src/server/staff/audit.ts'
import { removeSamplePeople } from '../../src/server/demo/samples.ts'
import { CommandError, type AdminDeps, type Command, type Typed } from './command.ts'

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
    what: 'prints everything that is held about a customer, as JSON; noted in the audit',
    async run(deps, typed) {
      const customerId = await customerOf(deps, typed)
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
      for await (const piece of exportedText(deps, customerId)) text += piece
      return text.trimEnd()
    },
  },
  'customer erase': {
    takes: 'EMAIL',
    what: 'erases a customer now, as two weeks after they ask for it themselves; purchases stay as the law wants',
    async run(deps, typed) {
      const customerId = await customerOf(deps, typed)
      const at = deps.now().toISOString()
      await deps.db.transaction().execute(async (trx) => {
        if ((await withPurchaseUnderWay(trx, [customerId])).has(customerId))
          throw new CommandError('A purchase is under way: complete or cancel it first.')
        await insertDeletion(trx, { customer_id: customerId, requested_at: at, due_at: at })
      })
      if (!(await eraseAccount(deps, customerId)))
        throw new CommandError(
          'A purchase has come under way meanwhile: complete or cancel it, and do this again.',
        )
      return `Customer ${customerId} is erased.`
    },
  },
  'remove-sample': {
    takes: '',
    what: 'removes the sample people of a demo, staff included, with everything of theirs, and signs everyone out: the way from a demo to a shop. Stop the storefront first',
    async run(deps, typed) {
      typed.end()
      const { customers, staff } = await removeSamplePeople(deps)
      if (customers + staff === 0) return 'There are no sample people. Everyone is signed out.'
      return `Removed ${customers} sample customers and ${staff} sample staff. Everyone is signed out. Start with DEMO=off; "npm run admin -- staff add" makes your first member of staff.`
    },
  },
}
