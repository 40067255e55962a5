import { describe, expect, test } from 'vitest'
import type { Result } from '#lib/api/failure.ts'
import { changeWebAccountEmail } from '#lib/customers/calls.ts'
import { addPurchaseComment, invitePerson } from '#lib/people/calls.ts'
import { emailQuote, saveQuote } from '#lib/quotes/calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { addVehicle } from '#lib/vehicles/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  BEHIND_PROXY,
  cheapAccount,
  movedTo,
  NETWORK,
  OTHER_NETWORK,
} from '#tests/setup/networks.ts'
import { easyCaptcha, valueOf } from '#tests/setup/people.ts'
import { arriveAs, saved, started, type Person } from '#tests/setup/purchases.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'

// An account costs a captcha and a mailbox that takes everything, so what it may do also counts for its network.

const goodOf = (answers: Result<unknown>[]) => answers.filter(({ ok }) => ok).length

describe.each(databases)(
  'what the accounts of one network make us keep and send, on $name',
  (database) => {
    setUpSignedIn(database, {
      env: {
        ...BEHIND_PROXY,
        LIMIT_NETWORK_INVITATIONS_PER_DAY: '3',
        LIMIT_NETWORK_QUOTE_MAILS_PER_DAY: '3',
        LIMIT_NETWORK_EMAIL_CHANGES_PER_DAY: '3',
        LIMIT_NETWORK_CUSTOMER_ANSWERS_PER_DAY: '40',
        LIMIT_NETWORK_COMMENTS_PER_DAY: '4',
        LIMIT_NETWORK_ADDED_CARS_PER_DAY: '3',
      },
      deps: { captcha: easyCaptcha },
    })

    const accounts = (count: number): Promise<Person[]> =>
      Promise.all(Array.from({ length: count }, () => cheapAccount(app, NETWORK)))

    test('invitations to strangers', async () => {
      const answers = []
      for (const [n, person] of (await accounts(5)).entries()) {
        const { id } = await started(person)
        const body = { name: 'Tia', email: `stranger${n}@post.example`, role: 'PARTNER' } as const
        answers.push(await person.call(invitePerson, { params: { id }, body }))
      }
      expect(goodOf(answers)).toBe(3)
      const kinds = await db.selectFrom('outbox').select('kind').execute()
      expect(kinds.filter(({ kind }) => kind === 'purchase-invitation')).toHaveLength(3)
      const other = movedTo(app, OTHER_NETWORK, mia)
      const body = { name: 'Tia', email: 'tia@post.example', role: 'PARTNER' } as const
      valueOf(await other.call(invitePerson, { params: { id: (await started(other)).id }, body }))
    })

    test('comments, on purchases of whatever day', async () => {
      const purchases: { person: Person; id: string }[] = []
      for (const person of await accounts(2)) {
        const { id } = await started(person)
        const body = { name: 'Tia', email: `tia${id}@post.example`, role: 'PARTNER' } as const
        valueOf(await person.call(invitePerson, { params: { id }, body }))
        purchases.push({ person, id })
      }
      const comment = async () => {
        const answers = []
        for (const { person, id } of purchases)
          for (let n = 0; n < 3; n += 1)
            answers.push(
              await person.call(addPurchaseComment, { params: { id }, body: { text: `${n}` } }),
            )
        return goodOf(answers)
      }
      expect(await comment()).toBe(4)
      app.clock.advance(DAY_MS)
      for (const purchase of purchases)
        purchase.person = movedTo(
          app,
          NETWORK,
          await arriveAs(app, {
            customer_id: purchase.person.customerId,
            staff_id: null,
          }),
        )
      expect(await comment()).toBe(4)
    })

    test('cars that the register was asked about today', async () => {
      const answers = []
      for (const person of await accounts(5))
        answers.push(
          await person.call(addVehicle, {
            params: { id: person.customerId },
            body: { registration: 'TOI103' },
          }),
        )
      expect(goodOf(answers)).toBe(3)
    })

    test('codes for another address', async () => {
      const answers = []
      for (const [n, person] of (await accounts(5)).entries())
        answers.push(
          await person.call(changeWebAccountEmail, {
            params: { id: person.customerId },
            body: { email: `other${n}@post.example` },
          }),
        )
      expect(goodOf(answers)).toBe(3)
    })

    test('quotes by email', async () => {
      const answers = []
      for (const person of await accounts(5)) {
        const { quoteId } = await saved(person)
        answers.push(await person.call(emailQuote, { body: { quoteId } }))
      }
      expect(goodOf(answers)).toBe(3)
    })

    test('answers that are kept, with one that failed left out', async () => {
      const answers = []
      for (const person of await accounts(4)) {
        const { quoteId } = await saved(person)
        for (let n = 0; n < 15; n++)
          answers.push(
            await person.call(saveQuote, { body: { quoteId }, idempotencyKey: `${quoteId} ${n}` }),
          )
      }
      const kept = await db.selectFrom('idempotency').select('key').execute()
      expect(kept.length).toBeLessThanOrEqual(40)
      expect(goodOf(answers)).toBeLessThan(41)
    })
  },
)
