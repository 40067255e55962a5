import { addDays } from '#lib/shared/dates.ts'

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

/** An event of whole days, such as an estimate: it takes no time of its own. */
export interface WholeDays extends Omit<Appointment, 'startsAt' | 'endsAt' | 'location'> {
  /** `yyyy-mm-dd`, the first and the last day. */
  from: string
  to: string
}

const MAX_LINE_BYTES = 75

const utc = (instant: string): string =>
  new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')

const date = (day: string): string => day.replaceAll('-', '')

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

/** An event with an alarm the day before; one of whole days has none. */
const eventLines = (event: Appointment | WholeDays): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.writtenAt)}`,
  ...('from' in event
    ? [
        `DTSTART;VALUE=DATE:${date(event.from)}`,
        // The day after the last one (section 3.6.1).
        `DTEND;VALUE=DATE:${date(addDays(event.to, 1))}`,
        'TRANSP:TRANSPARENT',
      ]
    : [`DTSTART:${utc(event.startsAt)}`, `DTEND:${utc(event.endsAt)}`]),
  `SUMMARY:${escaped(event.title)}`,
  ...('location' in event ? [`LOCATION:${escaped(event.location)}`] : []),
  `DESCRIPTION:${escaped(event.description)}`,
  `URL:${event.url}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'from' in event ? 'TENTATIVE' : 'CONFIRMED'}`,
  ...(event.isCancelled || 'from' in event
    ? []
    : [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-P1D',
        `DESCRIPTION:${escaped(event.title)}`,
        'END:VALARM',
      ]),
  'END:VEVENT',
]

const calendar = (method: 'PUBLISH' | 'CANCEL', lines: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...lines,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

/** Writes a file of one appointment. */
export const calendarFile = (appointment: Appointment): string =>
  calendar(appointment.isCancelled ? 'CANCEL' : 'PUBLISH', eventLines(appointment))

/** Writes a calendar to subscribe to, which programs ask for again every hour. */
export const calendarFeed = (name: string, events: (Appointment | WholeDays)[]): string =>
  calendar('PUBLISH', [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
  ])
