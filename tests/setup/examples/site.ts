import { leaveMessage, listMessages } from '#lib/messages/calls.ts'
import { emailQuote } from '#lib/quotes/calls.ts'
import { bookService } from '#lib/service/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { watchConfiguration } from '#lib/stock/watch-calls.ts'
import { confirmKey } from '#server/service/keys.ts'
import { readWatchKey, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { aRequest, saved } from '#tests/setup/purchases.ts'
import { aServiceBooking, bookedService, freeStart, heldSlot } from '#tests/setup/services.ts'
import { CAPTCHA, type MakeExample, newAddress, nothing, ofMia } from './example.ts'

const aMessage = {
  name: 'Hēmi Pōtae',
  email: 'hemi.potae@demo.example',
  message: 'Is the Tarn at Albany still there?',
}

/** A watch that its address has still to confirm. */
const aWatch: MakeExample = async ({ app, mia }) => {
  const email = newAddress()
  valueOf(await mia.call(watchConfiguration, { body: { email, kdcd: 'TN27H-B' } }))
  return { params: { key: await readWatchKey(app, email) } }
}

/** Content, look-ups, enquiries, watches, messages and the service of a car. */
export const siteExamples: Record<string, MakeExample> = {
  getBuildAndQuoteContent: nothing,
  listCountries: nothing,
  listDealers: nothing,
  listModels: nothing,
  listModelDeliveries: () => ({ params: { model: 'TN' } }),
  getVariantOption: () => ({ params: { option: aRequest().kdcd } }),
  getConfig: nothing,
  getCaptchaChallenge: nothing,
  getOpenApi: nothing,
  listDemoMail: () => ({ query: { to: 'customer@demo.example' } }),
  tryInLab: () => ({ body: { experiment: 'clock-back' } }),
  getDemoAttachment: async ({ mia }) => {
    valueOf(await mia.call(emailQuote, { body: { quoteId: (await saved(mia)).quoteId } }))
    const { messages } = valueOf(await mia.call(listDemoMail, { query: {} }))
    return { params: { id: messages.find(({ attachment }) => attachment)!.attachment!.id } }
  },
  retrieveAndCreateCar: () => ({ params: { regNo: 'TOI101' }, ...CAPTCHA }),
  findRecalls: () => ({ query: { registration: 'TOI101' }, ...CAPTCHA }),
  searchAddresses: () => ({ query: { q: '12 Ponsonby' } }),
  getAddress: () => ({ params: { addressId: '900001' } }),

  sendEnquiry: () => ({
    body: {
      ...aMessage,
      kind: 'TESTDRIVE',
      phone: '021 555 0123',
      modelCode: 'TN',
      outletCode: 'AKL01',
      day: '2026-11-28',
      time: 'MORNING',
    },
    ...CAPTCHA,
  }),
  watchConfiguration: () => ({
    body: { email: 'hemi.potae@demo.example', kdcd: 'TN27H-B', colourCode: 'WHP' },
    ...CAPTCHA,
  }),
  getWatch: aWatch,
  confirmWatch: aWatch,
  endWatch: aWatch,
  listWatches: ofMia,

  leaveMessage: () => ({ body: aMessage, ...CAPTCHA }),
  listMessages: ({ staff }) => ({ who: staff, query: { show: 'todo' } }),
  updateMessage: async ({ app, staff }) => {
    const browser = app.browser()
    valueOf(await browser(leaveMessage, { body: aMessage, captchaToken: RIGHT_CAPTCHA }))
    const { messages } = valueOf(await staff.call(listMessages, { query: { show: 'todo' } }))
    return { who: staff, params: { id: messages[0]!.messageId }, body: { isDone: true } }
  },

  listServiceSlots: () => ({
    query: { outletCode: 'AKL01', serviceCode: 'WOF', date: '2026-11-30', until: '2026-12-06' },
  }),
  holdServiceSlot: async ({ mia }) => ({
    body: { outletCode: 'CHC01', serviceCode: 'WOF', startsAt: await freeStart(mia.call) },
  }),
  renewServiceHold: async ({ mia }) => ({ params: { id: (await heldSlot(mia.call)).holdId } }),
  releaseServiceHold: async ({ mia }) => ({ params: { id: (await heldSlot(mia.call)).holdId } }),
  bookService: async ({ mia }) => ({ who: mia, body: await aServiceBooking(mia.call) }),
  confirmServiceBooking: async ({ app }) => {
    const visitor = app.browser()
    const body = await aServiceBooking(visitor)
    const made = await visitor(bookService, { body, captchaToken: RIGHT_CAPTCHA })
    const { bookingId } = valueOf(made).booking
    return { params: { id: bookingId }, body: { key: confirmKey(app.deps.keys, bookingId) } }
  },
  getServiceBooking: async ({ mia }) => ({
    who: mia,
    params: { id: await bookedService(mia.call) },
  }),
  changeServiceBooking: async ({ mia }) => ({
    who: mia,
    params: { id: await bookedService(mia.call) },
    body: { holdId: (await heldSlot(mia.call)).holdId },
  }),
  cancelServiceBooking: async ({ mia }) => ({
    who: mia,
    params: { id: await bookedService(mia.call) },
  }),
  cancelBookingForCustomer: async ({ mia, staff }) => ({
    who: staff,
    params: { id: await bookedService(mia.call) },
    body: { reason: 'The hoist is out of order.' },
  }),
  listBookingsToCome: ({ staff }) => ({ who: staff }),
  listServiceBookings: ofMia,
}
