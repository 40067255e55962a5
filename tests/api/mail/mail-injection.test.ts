import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCustomer } from '#lib/customers/calls.ts'
import { startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { emailQuote, saveQuote } from '#lib/quotes/calls.ts'
import type { ServiceBooking } from '#lib/service/shapes.ts'
import type { Db } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startMailWorker } from '#server/platform/mail/mail-worker.ts'
import type { QueueWorker } from '#server/platform/jobs/queue-worker.ts'
import * as accountMails from '#server/customers/mails.ts'
import * as securityMails from '#server/sign-in/security-mails.ts'
import * as staffMails from '#server/staff/mails.ts'
import * as agreementMails from '#server/agreements/mails.ts'
import * as deliveryMails from '#server/delivery/mails.ts'
import * as financeMails from '#server/finance/mails.ts'
import * as handOverMails from '#server/delivery/hand-over-mails.ts'
import * as messageMails from '#server/messages/mails.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import * as paymentMails from '#server/payments/mails.ts'
import * as purchaseMails from '#server/purchases/mails.ts'
import * as quoteMails from '#server/quotes/mails.ts'
import { bookingChangedMail } from '#server/service/mails.ts'
import * as recallMails from '#server/vehicles/mails.ts'
import * as watchMails from '#server/stock/watch-mails.ts'
import { contentOf, enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { aRequest, arrive } from '#tests/setup/purchases.ts'
import { startSmtpServer, type SmtpServer } from '#tests/setup/smtp-server.ts'
import { PAYLOADS, someOf, factsOf } from './mail-injection.fixture.ts'

/** Each once, and no other. */
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

test('there are forty payloads', () => {
  expect(new Set(PAYLOADS).size).toBe(40)
})

// On one database: both hand back the text they were given, and what is made of it is the same.
describe.each(databases.slice(0, 1))(
  'what people type cannot steer mail, on $name',
  { timeout: 90_000 },
  ({ open }) => {
    let db: Db
    let smtp: SmtpServer
    let app: Application
    let worker: QueueWorker

    beforeEach(async () => {
      db = await open()
      smtp = await startSmtpServer()
      app = startApplication(db, {
        env: {
          DEMO: 'off',
          SMTP_URL: smtp.url,
          MAIL_FROM: 'Tarvane <post@tarvane.example>',
          LIMIT_ACCOUNTS_PER_HOUR: '1000',
          LIMIT_QUOTE_MAILS_PER_HOUR: '1000',
        },
        deps: { captcha: easyCaptcha },
      })
      worker = startMailWorker(app.deps)
    })
    afterEach(async () => {
      await worker.stop()
      await smtp.close()
      await db.destroy()
    })

    /** Waits for a number of messages, and checks the recipient and the headers of each. */
    const holdAll = async (count: number) => {
      await vi.waitFor(() => expect(smtp.arrived).toHaveLength(count), { timeout: 60_000 })
      const rows = await db.selectFrom('outbox').selectAll().execute()
      const queued = new Map(
        rows.map((row) => [
          `<${row.outbox_id}@shop.test>`,
          { to: row.recipient, subject: row.subject, url: contentOf(app.deps, row).unsubscribeUrl },
        ]),
      )
      for (const arrival of smtp.arrived) {
        const { headers, to, from, subject, messageId } = await smtp.read(arrival)
        const { url, ...written } = queued.get(messageId ?? '')!
        const own = url === null ? [] : ['list-unsubscribe']
        expect(headers.map(({ key }) => key).sort()).toEqual([...HEADERS, ...own].sort())
        expect([arrival.sender, from?.address]).toEqual(Array(2).fill('post@tarvane.example'))
        expect(arrival.recipients).toHaveLength(1)
        expect(to).toEqual([{ name: '', address: arrival.recipients[0] }])
        expect(arrival.recipients[0]).toMatch(/^mia\d*@post\.example$/)
        expect(written).toEqual({ to: arrival.recipients[0], subject })
      }
    }

    test('as a name, in the mails of an account', async () => {
      const call = app.browser()
      const people = PAYLOADS.map((payload, number) => ({
        customerType: 'INDIVIDUAL' as const,
        name: { firstName: payload.slice(0, 60), lastName: payload.slice(0, 60) },
        email: `mia${number}@post.example`,
      }))
      for (const body of people)
        valueOf(await call(createCustomer, { body, captchaToken: RIGHT_CAPTCHA }))
      await holdAll(40)
      // Their addresses are proven, and a code may be sent again.
      await db.updateTable('customer').set({ web_account_status: 'ACTIVE' }).execute()
      app.clock.advance(60_000)
      for (const body of people) {
        const { email } = body
        valueOf(await call(createCustomer, { body, captchaToken: RIGHT_CAPTCHA }))
        valueOf(await call(startPasswordReset, { body: { email }, captchaToken: RIGHT_CAPTCHA }))
      }
      await holdAll(120)
      const subjects = await Promise.all(
        smtp.arrived.map(async (arrival) => (await smtp.read(arrival)).subject),
      )
      expect(new Set(subjects)).toEqual(
        new Set([
          'Your Tarvane sign-in code',
          'You already have an account with Tarvane',
          'Your Tarvane password code',
        ]),
      )
    })

    test('as a note to a quote', async () => {
      await seedDemo(app.deps)
      await db
        .updateTable('customer')
        .set({ email: 'mia@post.example', email_key: 'mia@post.example' })
        .where('email_key', '=', 'customer@demo.example')
        .execute()
      const person = await arrive(app, 'mia@post.example')
      const { quoteId } = valueOf(await person.call(saveQuote, { body: aRequest() }))
      const messages = someOf(0)
      for (const message of messages)
        valueOf(await person.call(emailQuote, { body: { quoteId, message } }))
      await holdAll(messages.length)
      const texts = await Promise.all(
        smtp.arrived.map(async (arrival) => (await smtp.read(arrival)).text),
      )
      const thieves = messages.filter((message) => message.includes('thief@x.example'))
      expect(thieves.length).toBeGreaterThan(4)
      expect(texts.filter((text) => text?.includes('thief@x.example'))).toHaveLength(thieves.length)
    })

    test('as anything that a service booking is written from', async () => {
      const NEWS = ['booked', 'changed', 'cancelled'] as const
      const mails = PAYLOADS.flatMap((payload, number) => {
        const booking: ServiceBooking = {
          bookingId: payload,
          status: 'BOOKED',
          confirmBy: null,
          registration: payload,
          isElectric: null,
          service: { code: 'x', name: payload, minutes: 60, priceCents: 1, evPriceCents: 1 },
          outlet: { outletCode: 'x', name: payload, phone: payload, address: null },
          startsAt: '2026-11-28T01:00:00.000Z',
          endsAt: '2026-11-28T02:00:00.000Z',
          contact: {
            firstName: payload,
            lastName: payload,
            email: `mia${number}@post.example`,
            mobilePhone: payload,
          },
          note: payload,
          recalls: [{ recallNumber: payload, title: payload }],
          changeUntil: '2026-11-27T01:00:00.000Z',
          canChange: true,
          created: '2026-11-23T01:00:00.000Z',
          version: 1,
        }
        return NEWS.map((news) =>
          bookingChangedMail(app.deps, news, booking, {
            key: payload,
            reason: payload,
            isProven: true,
          }),
        )
      })
      await transact(app.deps, async (trx) => {
        for (const mail of mails) await enqueueMail(app.deps, trx, mail)
      })
      await holdAll(mails.length)
    })

    // Each of our mails with each break, and one command or another after it.
    test('as anything that any of our mails is written from', async () => {
      const writers = Object.entries({
        ...accountMails,
        ...securityMails,
        ...staffMails,
        ...quoteMails,
        ...purchaseMails,
        ...paymentMails,
        ...deliveryMails,
        ...financeMails,
        ...agreementMails,
        ...handOverMails,
        ...messageMails,
        ...recallMails,
        ...watchMails,
      }).filter(([name]) => name.endsWith('Mail')) as [
        string,
        (deps: Application['deps'], purchase: object, facts?: object) => Mail,
      ][]
      expect(writers.length).toBeGreaterThan(10)
      const mails = writers.flatMap(([name, write], turn) =>
        someOf(turn).map((payload, number) => {
          const { catalogue, facts } = factsOf(payload, number)
          const deps = { ...app.deps, catalogue }
          // A mail about money is given what it is about beside its purchase.
          return write(deps, facts, name in paymentMails ? facts : undefined)
        }),
      )
      await transact(app.deps, async (trx) => {
        for (const mail of mails) await enqueueMail(app.deps, trx, mail)
      })
      await holdAll(mails.length)
    })

    test('as an address: nothing is queued', async () => {
      for (const payload of PAYLOADS) {
        const mail = { kind: 'quote', to: payload, subject: 's', text: 't', html: 'h' }
        for (const to of [`mia@post.example${payload}`, `${payload}@post.example`, payload]) {
          const queued = transact(app.deps, (trx) => enqueueMail(app.deps, trx, { ...mail, to }))
          await expect(queued).rejects.toThrow('one plain email address')
        }
        const email = `mia@post.example${payload}`
        const answer = await app.browser()(createCustomer, {
          body: {
            customerType: 'INDIVIDUAL',
            name: { firstName: 'Mia', lastName: 'Harris' },
            email,
          },
          captchaToken: RIGHT_CAPTCHA,
        })
        expect(answer).toMatchObject({
          failure: {
            status: 400,
            problem: {
              messages: [{ property: 'email', message: 'Please enter a valid email address' }],
            },
          },
        })
      }
      expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    })
  },
)
