/** An appointment as a calendar file (RFC 5545). Times are in UTC, so that no rule of any time zone is needed. */

export interface Appointment {
  /** Stays the same, so that calendars recognise the booking. */
  uid: string
  /** Counts changes from 0; a higher one replaces a lower one. */
  sequence: number
  isCancelled: boolean
  /** ISO 8601. */
  writtenAt: string
  startsAt: string
  endsAt: string
  title: string
  location: string
  description: string
  /** Where the booking can be changed. */
  url: string
}

const MAX_LINE_BYTES = 75

const utc = (instant: string): string =>
  new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Escapes text for a property (section 3.3.11). Control characters other than line ends are removed. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const bytesOf = new TextEncoder()

/** Folds a line into pieces of at most 75 bytes, never inside a character; all but the first begin with a space (3.1). */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of line) {
    const size = bytesOf.encode(character).length
    if (bytes + size > MAX_LINE_BYTES) {
      pieces.push(piece)
      piece = ' '
      bytes = 1
    }
    piece += character
    bytes += size
  }
  return [...pieces, piece].join('\r\n')
}

/** Writes the file: one event, with an alarm the day before. */
export const calendarFile = (appointment: Appointment): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${appointment.isCancelled ? 'CANCEL' : 'PUBLISH'}`,
    'BEGIN:VEVENT',
    `UID:${escaped(appointment.uid)}`,
    `SEQUENCE:${appointment.sequence}`,
    `DTSTAMP:${utc(appointment.writtenAt)}`,
    `DTSTART:${utc(appointment.startsAt)}`,
    `DTEND:${utc(appointment.endsAt)}`,
    `SUMMARY:${escaped(appointment.title)}`,
    `LOCATION:${escaped(appointment.location)}`,
    `DESCRIPTION:${escaped(appointment.description)}`,
    `URL:${appointment.url}`,
    `STATUS:${appointment.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(appointment.isCancelled
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-P1D',
          `DESCRIPTION:${escaped(appointment.title)}`,
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
