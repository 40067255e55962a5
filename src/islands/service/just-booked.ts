let booked: string | null = null

/** Notes that a booking was made on this page, so that its screen says so first. */
export const noteBooked = (bookingId: string) => {
  booked = bookingId
}

export const wasJustBooked = (bookingId: string): boolean => booked === bookingId
