import { acceptInvitation, invitePerson } from '#lib/people/calls.ts'
import type { PersonRole } from '#lib/people/forms.ts'
import type { Person as Invited } from '#lib/people/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { invitationKeyOf } from '#server/people/people.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Application } from './application.ts'
import { valueOf } from './people.ts'
import type { Person } from './purchases.ts'

/** The key in the newest invitation to an address. */
export async function invitationKey(app: Application, to: string): Promise<string> {
  const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to } }))
  const key = messages.flatMap(({ text }) => /[?]invitation=([\w-]+)$/m.exec(text)?.[1] ?? [])[0]
  if (!key) throw new Error(`there is no invitation in the mail to ${to}`)
  return key
}

/** The address that a person signs in with now. */
export const addressOf = async ({ deps }: Application, { customerId }: Person): Promise<string> =>
  (await findCustomer(deps.db, customerId))!.email

/** Invites an address to a purchase. Returns the person. */
export async function invited(
  buyer: Person,
  id: string,
  email: string,
  role: PersonRole = 'PARTNER',
): Promise<Invited> {
  const { people } = valueOf(
    await buyer.call(invitePerson, { params: { id }, body: { name: 'Tia Moana', email, role } }),
  )
  return people.find((person) => person.email === email)!
}

/** Somebody who was invited to a purchase, and has accepted. Returns the id by which they open it. */
export async function joined(
  app: Application,
  { buyer, guest, id }: { buyer: Person; guest: Person; id: string },
  role: PersonRole = 'PARTNER',
): Promise<string> {
  const email = await addressOf(app, guest)
  const { personId } = await invited(buyer, id, email, role)
  const key = invitationKeyOf(app.deps, { person_id: personId, sent: 1 })
  return valueOf(await guest.call(acceptInvitation, { params: { key } })).sharedPurchaseId
}
