export type BookingChange = 'booked' | 'changed'

let last: { bookingId: string; done: BookingChange } | null = null

/** Notes a change of a booking made on this page, so that its screen can confirm it. */
export const noteBookingChange = (bookingId: string, done: BookingChange) => {
  last = { bookingId, done }
}

export const lastBookingChange = (bookingId: string): BookingChange | null =>
  last?.bookingId === bookingId ? last.done : null
