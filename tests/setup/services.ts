import type { ApiCall } from '#lib/api/client.ts'
import { bookService, holdServiceSlot, listServiceSlots } from '#lib/service/calls.ts'
import type { ServiceContact, ServiceHold } from '#lib/service/shapes.ts'
import { valueOf } from './people.ts'

/** A week of the test's calendar in which nothing is closed: Christchurch has four bays. */
const WEEK = { date: '2026-11-30', until: '2026-12-05' }
export const WORKSHOP = { outletCode: 'CHC01', serviceCode: 'WOF' }

export const aContact = (facts: Partial<ServiceContact> = {}): ServiceContact => ({
  firstName: 'Mia',
  lastName: 'Harris',
  email: 'customer@demo.example',
  mobilePhone: '021 555 0123',
  ...facts,
})

/** The first time that is free in {@link WEEK}. */
export async function freeStart(call: ApiCall): Promise<string> {
  const { days } = valueOf(await call(listServiceSlots, { query: { ...WORKSHOP, ...WEEK } }))
  const [start] = days.flatMap(({ starts }) => starts)
  if (!start) throw new Error('the workshop is full')
  return start
}

/** A time that is held. */
export const heldSlot = async (call: ApiCall): Promise<ServiceHold> =>
  valueOf(await call(holdServiceSlot, { body: { ...WORKSHOP, startsAt: await freeStart(call) } }))

/** The request that books a held time. */
export const aServiceBooking = async (call: ApiCall) => ({
  holdId: (await heldSlot(call)).holdId,
  registration: 'toi 101',
  contact: aContact(),
})

/** The id of a booking of the caller. */
export const bookedService = async (call: ApiCall): Promise<string> =>
  valueOf(await call(bookService, { body: await aServiceBooking(call) })).booking.bookingId
