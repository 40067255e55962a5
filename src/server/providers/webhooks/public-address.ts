import { BlockList, isIP, isIPv6 } from 'node:net'

/** IPv4 addresses of this machine, of private networks and of no network (RFC 6890). */
const NOT_PUBLIC = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  addRange(NOT_PUBLIC, range, 'ipv4')

/** Public IPv6 addresses: global ones, except those with an IPv4 address inside and those for documentation. */
const GLOBAL = new BlockList()
addRange(GLOBAL, '2000::/3', 'ipv6')
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
  addRange(NOT_PUBLIC, range, 'ipv6')

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6') {
  const [address, bits] = range.split('/')
  list.addSubnet(address!, Number(bits), family)
}

/** Whether an address is on the internet, not on this machine or in a private network. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
    : isIP(address) === 4 && !NOT_PUBLIC.check(address, 'ipv4')
