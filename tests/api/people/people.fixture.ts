import { acceptInvitation, getPeople, getSharedPurchase } from '#lib/people/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { joined } from '#tests/setup/invitations.ts'
import { easyCaptcha, valueOf } from '#tests/setup/people.ts'
import type { Person } from '#tests/setup/purchases.ts'
import { app, kowhai, mia, setUpTwoCustomers } from '#tests/setup/suite.ts'

// Mia's purchases, in which the company's person takes part.

export const COMPANY = 'company@demo.example'
export const MIA = 'customer@demo.example'

export const setUpPeople = (database: TestDatabase) =>
  setUpTwoCustomers(database, {
    env: { LIMIT_PURCHASE_PEOPLE: '3' },
    deps: { captcha: easyCaptcha },
  })

export const people = async (id: string) => valueOf(await mia.call(getPeople, { params: { id } }))
export const accept = (who: Person, key: string) => who.call(acceptInvitation, { params: { key } })
export const shared = (id: string, who = kowhai) => who.call(getSharedPurchase, { params: { id } })
export const mails = async (to: string, kind: RegExp) => {
  const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to } }))
  return messages.filter(({ subject }) => kind.test(subject))
}
export const together = (id: string, role?: Parameters<typeof joined>[2]) =>
  joined(app, { buyer: mia, guest: kowhai, id }, role)
