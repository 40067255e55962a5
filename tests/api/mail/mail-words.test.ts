import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { changeWebAccountEmail, createCustomer, updateCustomer } from '#lib/customers/calls.ts'
import { startPasswordReset } from '#lib/sign-in/password-calls.ts'
import { token } from '#lib/sign-in/calls.ts'
import { leaveMessage, sendEnquiry } from '#lib/messages/calls.ts'
import { bookService, cancelServiceBooking } from '#lib/service/calls.ts'
import { watchConfiguration } from '#lib/stock/watch-calls.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { contentOf } from '#server/platform/mail/outbox.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { CLIENT, easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { aContact, heldSlot } from '#tests/setup/services.ts'

/**
 * User input that an email may contain, by its kind.
 *
 * - `nothing`: it may go to an unproven address, and has our words only.
 * - `own`: it goes to the proven address of an account, with the input for that account.
 * - `all`: it goes to us, to a dealer or to staff.
 */
const MAY_SAY: Record<string, 'nothing' | 'own' | 'all'> = {
  'account-exists': 'nothing',
  'agreement-accepted': 'own',
  'agreement-issued': 'own',
  'car-found': 'own',
  'care-plan': 'own',
  'changed-to-cash': 'own',
  'credit-decision': 'own',
  'data-export': 'own',
  'deletion-asked': 'own',
  'deletion-withdrawn': 'own',
  'deposit-expired': 'own',
  'bank-transfer': 'own',
  'deposit-reminder': 'own',
  'email-change-asked': 'own',
  'email-change-code': 'nothing',
  'email-changed': 'own',
  'enquiry-received': 'nothing',
  'finance-link': 'own',
  'finance-signed': 'own',
  'handed-over': 'own',
  'no-car-found': 'own',
  'no-car-yet': 'own',
  'open-recall': 'own',
  'passkey-added': 'own',
  'passkey-removed': 'own',
  'password-changed': 'own',
  'password-reset': 'nothing',
  'payment-received': 'own',
  'payment-refunded': 'own',
  'payment-review': 'own',
  'payment-review-ended': 'own',
  'price-credit': 'own',
  'purchase-cancelled': 'own',
  'purchase-confirmed': 'own',
  'purchase-invitation': 'nothing',
  'purchase-people': 'own',
  'refund-failed': 'own',
  'registration-code': 'nothing',
  'reservation-ended': 'own',
  'service-booked': 'nothing',
  'service-cancelled': 'nothing',
  'service-changed': 'nothing',
  'service-confirm': 'nothing',
  'shared-purchase': 'own',
  'sign-in-code': 'nothing',
  'staff-dispute': 'all',
  'staff-password-changed': 'all',
  'staff-payout-failed': 'all',
  'staff-recovery-code': 'all',
  'staff-refund-failed': 'all',
  'staff-second-factor': 'all',
  'trade-in-firm-offer': 'own',
  'trade-in-offer': 'own',
  'visitor-message': 'all',
  'watch-changed': 'nothing',
  'watch-confirm': 'nothing',
  'watch-ended': 'nothing',
  'watch-started': 'nothing',
  // Made for a customer by staff.
  'web-account': 'own',
  delivery: 'own',
  enquiry: 'all',
  quote: 'own',
}

test('every kind of mail is in the table of what it may say', () => {
  const written = globSync('src/server/**/*mails.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const kinds = [...written.matchAll(/\bkind: (?:.* \? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g)]
  const named = kinds.flatMap(([, one, other]) => [one!, ...(other ? [other] : [])])
  expect([...new Set(named)].sort()).toEqual(Object.keys(MAY_SAY).sort())
})

const LURE = 'Claim your refund: http://x.example'
const SENT = /refund|x\.example/i

describe.each(databases)('mail to an unproven address, on $name', ({ open }) => {
  test('says nothing that a stranger typed', async () => {
    const db = await open()
    const app = startApplication(db, { deps: { captcha: easyCaptcha } })
    await seedDemo(app.deps)
    const stranger = app.browser()
    const mia = await arrive(app)
    const captcha = { captchaToken: RIGHT_CAPTCHA }
    const name = { firstName: LURE, lastName: LURE }
    const car = { kdcd: 'TN27H-A', colourCode: 'BLD' }

    const password = 'seven grey herons wade'
    const registering = { customerType: 'COMPANY', name, companyName: LURE, password } as const
    for (const _again of [1, 2]) {
      const body = { ...registering, email: 'victim.1@post.example' }
      valueOf(await stranger(createCustomer, { body, ...captcha }))
      app.clock.advance(60_000)
    }
    const grant = { ...CLIENT, grant_type: 'password', username: 'victim.1@post.example' }
    await stranger(token, { body: { ...grant, password: '' } })
    app.clock.advance(60_000)
    const reset = { email: 'victim.1@post.example' }
    await stranger(startPasswordReset, { body: reset, ...captcha })

    const params = { id: mia.customerId }
    valueOf(await mia.call(updateCustomer, { params, body: { name } }))
    const change = { email: 'victim.2@post.example', currentPassword: SAMPLE_PASSWORD }
    valueOf(await mia.call(changeWebAccountEmail, { params, body: change }))
    const watch = { email: 'victim.3@post.example', ...car }
    valueOf(await stranger(watchConfiguration, { body: watch, ...captcha }))
    const wrote = { name: LURE, message: LURE }
    const enquiry = { kind: 'ENQUIRY' as const, ...wrote, email: 'victim.4@post.example' }
    valueOf(await stranger(sendEnquiry, { body: enquiry, ...captcha }))
    const message = { ...wrote, email: 'victim.5@post.example' }
    valueOf(await stranger(leaveMessage, { body: message, ...captcha }))

    const book = async (call: typeof stranger, email: string) => {
      const { holdId } = await heldSlot(call)
      const contact = aContact({ ...name, email })
      const body = { holdId, registration: 'REFUND', contact, note: LURE }
      return valueOf(await call(bookService, { body, ...captcha })).booking.bookingId
    }
    await book(stranger, 'victim.6@post.example')
    const id = await book(mia.call, 'victim.7@post.example')
    valueOf(await mia.call(cancelServiceBooking, { params: { id } }))

    const rows = await db
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', 'like', 'victim.%')
      .execute()
    const kinds = rows.map(({ kind, recipient }) => `${recipient.slice(7, 8)} ${kind}`)
    expect([...new Set(kinds)].sort()).toEqual([
      '1 password-reset',
      '1 registration-code',
      '1 sign-in-code',
      '2 email-change-code',
      '3 watch-confirm',
      '4 enquiry-received',
      '6 service-confirm',
      '7 service-confirm',
    ])
    for (const row of rows) {
      const { text, html, attachmentBase64 } = contentOf(app.deps, row)
      expect(MAY_SAY[row.kind], row.kind).toBe('nothing')
      expect(row.subject + text + html, row.kind).not.toMatch(SENT)
      expect(attachmentBase64, row.kind).toBeNull()
    }
    await db.destroy()
  })
})
