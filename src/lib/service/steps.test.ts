import { describe, expect, test } from 'vitest'
import {
  BOOKING_STEPS,
  furthestBookingStep,
  parseServiceHash,
  resolveBookingStep,
  type BookingFacts,
  type BookingStep,
} from './steps.ts'

const contact = { firstName: 'Mia', lastName: 'Harris', email: 'a@b.example', mobilePhone: '021' }
const EMPTY: BookingFacts = {
  registration: '',
  outletCode: '',
  serviceCode: '',
  hold: null,
  contact: { ...contact, lastName: ' ' },
}
const hold = { outletCode: 'AKL01', serviceCode: 'WOF' }

describe('the steps of a booking', () => {
  test.each<[string, Partial<BookingFacts>, BookingStep]>([
    ['nothing', {}, 'vehicle'],
    ['a vehicle', { registration: 'ABC1' }, 'outlet'],
    ['a dealer', { registration: 'ABC1', outletCode: 'AKL01' }, 'service'],
    ['a service', { registration: 'ABC1', ...hold }, 'time'],
    ['a time', { registration: 'ABC1', ...hold, hold }, 'contact'],
    [
      'a time of another service',
      { registration: 'ABC1', ...hold, serviceCode: 'CHECK', hold },
      'time',
    ],
    [
      'a time of another dealer',
      { registration: 'ABC1', ...hold, outletCode: 'CHC01', hold },
      'time',
    ],
    ['all', { registration: 'ABC1', ...hold, hold, contact }, 'check'],
    ['all but the vehicle', { ...hold, hold, contact }, 'vehicle'],
  ])('with %s lead as far as %s', (_, facts, furthest) => {
    const all = { ...EMPTY, ...facts }
    expect(furthestBookingStep(all)).toBe(furthest)
    for (const step of BOOKING_STEPS) {
      const isOpen = BOOKING_STEPS.indexOf(step) <= BOOKING_STEPS.indexOf(furthest)
      expect(resolveBookingStep(step, all)).toBe(isOpen ? step : furthest)
    }
  })

  test.each([
    ['', { screen: 'step', step: 'vehicle' }],
    ['#/', { screen: 'step', step: 'vehicle' }],
    ['#/time', { screen: 'step', step: 'time' }],
    ['#/nonsense', { screen: 'step', step: 'vehicle' }],
    ['#/booking/', { screen: 'step', step: 'vehicle' }],
    ['#/booking/a-B_1', { screen: 'booking', bookingId: 'a-B_1', key: null }],
    ['#/booking/B1?key=k-1', { screen: 'booking', bookingId: 'B1', key: 'k-1' }],
    ['#/booking/B1/change?key=k', { screen: 'change', bookingId: 'B1', key: 'k' }],
  ])('%j is %j', (hash, route) => {
    expect(parseServiceHash(hash)).toEqual(route)
  })
})
