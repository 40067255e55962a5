export type Done = 'booked' | 'changed'

let last: { bookingId: string; done: Done } | null = null

/** Notes what was done with a booking on this page, so that its screen says so first. */
export const noteDone = (bookingId: string, done: Done) => {
  last = { bookingId, done }
}

export const justDone = (bookingId: string): Done | null =>
  last?.bookingId === bookingId ? last.done : null
