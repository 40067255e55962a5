import { expect, test } from 'vitest'
import {
  normalisePlate,
  normaliseVin,
  vinCheckDigit,
  plateSpellings,
  writtenRegistration,
} from './vehicle.ts'

test.each([
  ['TOI101', 'TOI101'],
  ['toi 101', 'TOI101'],
  [' to-i101 ', 'TOI101'],
  ['1', '1'],
  ['O0O', 'O0O'],
  ['', null],
  ['-', null],
  ['ABC1234', null],
  ['KIWĪ', null],
  ['A'.repeat(200_000), null],
])('plate %s is %s', (typed, plate) => {
  expect(normalisePlate(typed)).toBe(plate)
})

// Specification §2: the vehicle chooser's Other takes text.
test.each([
  [' toi-101 ', 'TOI101'],
  ['Not registered yet', 'NOT REGISTERED YET'],
  ['1ABC  234 (nsw)', '1ABC 234 NSW'],
  ['Kiwī', 'KIWĪ'],
  ['see evil.example/x and more of it', 'SEE EVILEXAMPLEX AND'],
  ['A'.repeat(200_000), 'A'.repeat(20)],
  ['', ''],
  [' \n ', ''],
  ['?!', ''],
  ['--', ''],
])('the registration %j is written %j', (typed, written) => {
  expect(writtenRegistration(typed)).toBe(written)
})

test.each([
  ['7AVCV1P22M0001011', '7AVCV1P22M0001011'],
  [' 7avcv1p22m0001011 ', '7AVCV1P22M0001011'],
  ['7AVCV1P22M000101', null],
  ['7AVCV1P22M00010111', null],
  ['7AVCV1P22M000I011', null],
  ['7AVCV1P22M000O011', null],
  ['7AVCV1P22M000Q011', null],
  ['7AVCV 1P22M000101', null],
  ['', null],
])('VIN %s is %s', (typed, vin) => {
  expect(normaliseVin(typed)).toBe(vin)
})

test.each([
  ['ABC123', ['ABC123']],
  ['TOI1O1', ['TOI1O1', 'TOI101']],
  ['T0I101', ['T0I101', 'TOI101']],
  ['AB01', ['AB01', 'ABO1']],
  ['OO00', ['OO00', 'OOO0']],
  ['KIWI', ['KIWI']],
  ['1', ['1']],
])('%s may have been meant as one of %j', (plate, spellings) => {
  expect(plateSpellings(plate)).toEqual(spellings)
})

test.each([
  ['1M8GDM9AXKP042788', 'X'],
  ['11111111111111111', '1'],
  ['5GZCZ43D13S812715', '1'],
])('the check digit of %s is %s', (vin, digit) => {
  expect(vinCheckDigit(vin)).toBe(digit)
})
