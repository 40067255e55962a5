/** An address of PostgreSQL: what is before its hosts, the hosts with commas between them, and the rest. */
const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/

/** The addresses of the servers in an address with several hosts: `postgres://shop@one,two:5433/shop`. */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = ADDRESS.exec(url) ?? []
  if (!hosts?.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}
