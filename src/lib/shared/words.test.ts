import { expect, test } from 'vitest'
import { asFileName, countInWords, greetingName, propertyInWords } from './words.ts'

// decision 48
test.each([
  ['mobilePhone', 'Mobile phone'],
  ['name.firstName', 'First name'],
  ['ownerDetails.postalAddress.line1', 'Line1'],
  ['tradeInformation.vehicles[0].odometerKm', 'Odometer km'],
  ['accessoryCodes.3', 'Accessory codes'],
  ['/finance/depositCents', 'Deposit cents'],
  ['kdcd', 'Kdcd'],
  ['new_password', 'New password'],
  ['', ''],
])('%s reads %s', (property, words) => {
  expect(propertyInWords(property)).toBe(words)
})

// decision 13
const mia = { name: { firstName: 'Mia' } }
test.each([
  [{ customer: mia, staff: null }, 'Mia'],
  [{ customer: mia, staff: { firstName: 'Sam' } }, 'Mia'],
  [{ customer: null, staff: { firstName: 'Sam' } }, 'Sam'],
  [{ customer: { name: { firstName: '' } }, staff: { firstName: 'Sam' } }, 'Sam'],
  [{}, ''],
])('%j is greeted as %s', (user, name) => {
  expect(greetingName(user)).toBe(name)
})

test.each([
  [0, 'no cars'],
  [1, 'one car'],
  [8, 'eight cars'],
  [13, '13 cars'],
])('%d in words', (count, words) => {
  expect(countInWords(count, 'car')).toBe(words)
})

test('a file’s name has neither spaces nor macrons', () => {
  expect(asFileName('Kōwhai Cars – sale agreement')).toBe('kowhai-cars-sale-agreement')
})
