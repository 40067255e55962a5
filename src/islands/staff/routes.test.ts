import { expect, test } from 'vitest'
import { customerHash, messagesHash, parseRoute, searchHash } from './routes.ts'

// Specification §2: /staff/#/search
test.each([
  ['#/search', { screen: 'search', where: 'name', search: '' }],
  ['#/search?where=rego&search=TOI%20101', { screen: 'search', where: 'rego', search: 'TOI 101' }],
  ['#/search?where=shoe&search=%20x', { screen: 'search', where: 'name', search: 'x' }],
  ['#/customer/7', { screen: 'customer', id: 7, view: 'record' }],
  ['#/customer/7/history', { screen: 'customer', id: 7, view: 'history' }],
  ['#/customer/0', null],
  ['#/customer/7/shoes', null],
  ['#/purchase/a-B_1', { screen: 'purchase', id: 'a-B_1' }],
  ['#/purchase/a/b', null],
  ['#/bookings', { screen: 'bookings' }],
  ['#/deletions', { screen: 'deletions' }],
  ['#/work', { screen: 'work', kind: null }],
  ['#/work?kind=no-car', { screen: 'work', kind: 'no-car' }],
  ['#/work?kind=shoes', { screen: 'work', kind: null }],
  ['#/messages', { screen: 'messages', show: 'todo' }],
  ['#/messages?show=done', { screen: 'messages', show: 'done' }],
  ['', null],
  ['#/', null],
])('%s', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route)
})

test('a hash that is built parses to its route', () => {
  expect(parseRoute(searchHash('phone', '+64 21 & more'))).toEqual({
    screen: 'search',
    where: 'phone',
    search: '+64 21 & more',
  })
  expect(parseRoute(customerHash(7, 'history'))).toMatchObject({ id: 7, view: 'history' })
  expect(parseRoute(messagesHash('done'))).toMatchObject({ show: 'done' })
})
