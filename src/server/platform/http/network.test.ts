import { expect, test } from 'vitest'
import { countedBy, networkOf, siteOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['local', 'local'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('the networks of one IPv6 connection are one site, and count together', () => {
  const ips = ['2001:db8:1:2::1', '2001:DB8:1:ffff::1']
  expect(ips.map(siteOf)).toEqual(['2001:db8:1', '2001:db8:1'])
  expect(ips.map(countedBy)).toEqual([
    [
      { network: '2001:db8:1', times: 4 },
      { network: '2001:db8:1:2', times: 1 },
    ],
    [
      { network: '2001:db8:1', times: 4 },
      { network: '2001:db8:1:ffff', times: 1 },
    ],
  ])
  expect(countedBy('::ffff:192.0.2.7')).toEqual([{ network: '192.0.2.7', times: 1 }])
})
