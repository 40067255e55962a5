import { catalogue } from '#content/catalogue.ts'
import * as calls from '#lib/service/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { aContact, WORKSHOP } from '#tests/setup/services.ts'
import type { Overrides } from '#tests/setup/application.ts'
import { app, db, restart, setUpEmpty, visitor } from '#tests/setup/suite.ts'

// Holding and booking times at a workshop.

/** A Tuesday morning at eight, and the half hours after it. */
export const EIGHT = '2026-12-07T19:00:00.000Z'

export const HALF_PAST = '2026-12-07T19:30:00.000Z'
export const problem = (status: number, code: string, message?: unknown) => ({
  ok: false,
  failure: { status, problem: { code, ...(message ? { message } : {}) } },
})

export const faultAt = (property: string) => ({
  ok: false,
  failure: { status: 400, problem: { messages: [{ property }] } },
})

/** A workshop of one bay that is open on Sundays too, also when clocks change. */
export const oneBay = {
  ...catalogue,
  service: {
    ...catalogue.service,
    horizonDays: 366,
    workshops: catalogue.service.workshops.map((workshop) => ({
      ...workshop,
      bays: 1,
      hours: { ...workshop.hours, sun: '00:00-06:00' },
    })),
  },
}
export const restartWorkshop = ({ env, deps }: Overrides) =>
  restart({ ...(env && { env }), deps: { captcha: easyCaptcha, ...deps } })

export const hold = (startsAt: string, facts: { serviceCode?: string; replaces?: string } = {}) =>
  visitor(calls.holdServiceSlot, { body: { ...WORKSHOP, startsAt, ...facts } })

export const bookHeld = (holdId: string, call = visitor, facts: { note?: string } = {}) =>
  call(calls.bookService, {
    body: { holdId, registration: 'toi-101', contact: aContact(), ...facts },
    captchaToken: RIGHT_CAPTCHA,
  })

const allMails = async () => valueOf(await visitor(listDemoMail, { query: {} })).messages
const isLink = ({ subject }: { subject: string }) => subject.startsWith('Confirm your service')
/** Emails, except links that confirm a booking without an account. */
export const mails = async () => (await allMails()).filter((mail) => !isLink(mail))
export const linkMails = async () => (await allMails()).filter(isLink)

/** The key that only the mail of a booking without an account carries. */
export async function confirmKeyOf(bookingId: string): Promise<string> {
  const texts = (await linkMails()).map(({ text }) => text)
  const link = new RegExp(`/booking/${bookingId}/confirm\\?key=([\\w-]+)`)
  return texts.flatMap((text) => link.exec(text)?.[1] ?? [])[0]!
}

export const confirmBooking = async (bookingId: string, key?: string) =>
  app.browser()(calls.confirmServiceBooking, {
    params: { id: bookingId },
    body: { key: key ?? (await confirmKeyOf(bookingId)) },
  })

/** A booking that counts: a visitor's is confirmed by its mail. */
export async function booked(startsAt = EIGHT, call = visitor) {
  const made = valueOf(await bookHeld(valueOf(await hold(startsAt)).holdId, call))
  if (made.booking.confirmBy === null) return made
  return valueOf(await confirmBooking(made.booking.bookingId))
}
export const units = () => db.selectFrom('service_slot').selectAll().orderBy('starts_at').execute()

export function setUpService(database: TestDatabase) {
  setUpEmpty(database, { deps: { captcha: easyCaptcha } })
}
