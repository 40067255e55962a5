import { describe, expect, test } from 'vitest'
import { calendarFeed, calendarFile, type Appointment } from './calendar.ts'
import { addressLine, appointmentOf, bookingTime, servicePrice } from './labels.ts'

const appointment = (facts: Partial<Appointment> = {}): Appointment => ({
  uid: 'B1@cars.example',
  sequence: 0,
  isCancelled: false,
  writtenAt: '2026-11-21T00:00:00.000Z',
  startsAt: '2026-11-23T19:00:00.000Z',
  endsAt: '2026-11-23T21:00:00.000Z',
  title: 'Annual service: ABC123',
  location: 'Ponsonby Ridge Tarvane, 241 Great North Road, Grey Lynn, Auckland 1021',
  description: 'Bring it in.',
  url: 'https://cars.example/service/#/booking/B1?key=k',
  ...facts,
})

describe('a calendar file (RFC 5545)', () => {
  test('is one event in UTC, with an alarm', () => {
    expect(calendarFile(appointment()).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Forecourt//Appointments//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:B1@cars.example',
      'SEQUENCE:0',
      'DTSTAMP:20261121T000000Z',
      'DTSTART:20261123T190000Z',
      'DTEND:20261123T210000Z',
      'SUMMARY:Annual service: ABC123',
      'LOCATION:Ponsonby Ridge Tarvane\\, 241 Great North Road\\, Grey Lynn\\, Auckla',
      ' nd 1021',
      'DESCRIPTION:Bring it in.',
      'URL:https://cars.example/service/#/booking/B1?key=k',
      'STATUS:CONFIRMED',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'TRIGGER:-P1D',
      'DESCRIPTION:Annual service: ABC123',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test('cancels an appointment', () => {
    const file = calendarFile(appointment({ isCancelled: true, sequence: 2 }))
    expect(file).toContain('METHOD:CANCEL\r\n')
    expect(file).toContain('STATUS:CANCELLED\r\n')
    expect(file).toContain('SEQUENCE:2\r\n')
    expect(file).not.toContain('VALARM')
  })

  test.each([
    ['a;b,c\\d', 'SUMMARY:a\\;b\\,c\\\\d'],
    ['two\r\nlines\rand\nthree', 'SUMMARY:two\\nlines\\nand\\nthree'],
    ['x\r\nBEGIN:VEVENT', 'SUMMARY:x\\nBEGIN:VEVENT'],
    ['no\u0000controls\u0007', 'SUMMARY:nocontrols'],
  ])('escapes %j', (title, line) => {
    expect(calendarFile(appointment({ title })).split('\r\n')).toContain(line)
  })

  test('folds at 75 bytes and never inside a character', () => {
    const title = 'ā'.repeat(120) + '🚗'.repeat(40)
    const file = calendarFile(appointment({ title }))
    for (const line of file.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('a booking in words', () => {
  const booking = {
    bookingId: 'B1',
    status: 'BOOKED' as const,
    version: 3,
    registration: 'ABC123',
    service: { name: 'Annual service' },
    recalls: [{ recallNumber: 'TVN-1', title: 'Airbag inflator' }],
    outlet: {
      name: 'Tasman Coast Tarvane',
      phone: '+64 3 555 0171',
      address: { line1: '12 Haven Road', suburb: 'Nelson', city: 'Nelson', postcode: '7010' },
    },
    startsAt: '2026-11-23T19:00:00.000Z',
    endsAt: '2026-11-23T21:00:00.000Z',
  }

  test.each<[priceCents: number, evPriceCents: number, isElectric: boolean | null, said: string]>([
    [38_900, 24_900, null, '$389, or $249 for an electric car'],
    [38_900, 24_900, false, '$389'],
    [38_900, 24_900, true, '$249'],
    [38_900, 0, true, 'No charge'],
    [7_500, 7_500, null, '$75'],
    [0, 0, null, 'No charge'],
  ])('costs %i or %i, electric %s: %s', (priceCents, evPriceCents, isElectric, said) => {
    expect(servicePrice({ priceCents, evPriceCents }, isElectric)).toBe(said)
  })

  test('says when and where in New Zealand’s time', () => {
    expect(bookingTime(booking.startsAt)).toMatch(
      /^Tuesday 24\u00a0November\u00a02026 at 8:00\s?am$/,
    )
    expect(addressLine(booking)).toBe('12 Haven Road, Nelson 7010')
    expect(addressLine({ outlet: { ...booking.outlet, address: null } })).toBe(
      'Tasman Coast Tarvane',
    )
  })

  test('is an appointment that replaces the one before', () => {
    const url = 'https://cars.example/nz/service/#/booking/B1'
    expect(appointmentOf(booking, url, '2026-11-21T00:00:00.000Z')).toMatchObject({
      uid: 'B1@cars.example',
      sequence: 2,
      isCancelled: false,
      title: 'Annual service: ABC123',
      location: 'Tasman Coast Tarvane, 12 Haven Road, Nelson 7010',
      description: expect.stringContaining('Also: Free recall repair TVN-1: Airbag inflator.'),
    })
  })
})

test('a calendar to subscribe to has whole days, and says how often to ask again', () => {
  const ready = {
    uid: 'ready-1@cars.example',
    sequence: 2,
    isCancelled: false,
    writtenAt: '2026-11-21T00:00:00.000Z',
    from: '2026-11-30',
    to: '2026-12-07',
    title: 'Your Tarn should be ready',
    description: 'An estimate.',
    url: 'https://cars.example/customer/#/agreements',
  }
  const lines = calendarFeed('Your Tarn', [ready, appointment()]).split('\r\n')
  expect(lines.slice(0, 20)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Your Tarn',
    'X-WR-CALNAME:Your Tarn',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:ready-1@cars.example',
    'SEQUENCE:2',
    'DTSTAMP:20261121T000000Z',
    'DTSTART;VALUE=DATE:20261130',
    'DTEND;VALUE=DATE:20261208',
    'TRANSP:TRANSPARENT',
    'SUMMARY:Your Tarn should be ready',
    'DESCRIPTION:An estimate.',
    'URL:https://cars.example/customer/#/agreements',
    'STATUS:TENTATIVE',
  ])
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  expect(lines.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(1)
})
