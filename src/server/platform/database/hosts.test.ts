import { expect, test } from 'vitest'
import { addressesOf } from './hosts.ts'

test.each([
  ['postgres://shop:x@db/shop', ['postgres://shop:x@db/shop']],
  ['postgres:///shop?host=/run/postgresql', ['postgres:///shop?host=/run/postgresql']],
  ['postgres://shop:a,b@db/shop?x=a,b', ['postgres://shop:a,b@db/shop?x=a,b']],
  [
    'postgresql://shop:x@one,two:5433/shop?sslmode=verify-full',
    [
      'postgresql://shop:x@one/shop?sslmode=verify-full',
      'postgresql://shop:x@two:5433/shop?sslmode=verify-full',
    ],
  ],
  [
    'postgres://[::1]:5432,10.0.0.2/shop',
    ['postgres://[::1]:5432/shop', 'postgres://10.0.0.2/shop'],
  ],
])('%s', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses)
})
