import { isIP } from 'node:net'
import { networkId, networkOf } from '../../src/server/platform/http/network.ts'
import { CommandError, type Command } from './command.ts'

export const NETWORK_COMMANDS: Record<string, Command> = {
  network: {
    takes: 'ADDRESS MONTH',
    what: 'shows the log’s name for the network of an IP address in a month such as 2026-11',
    async run({ keys }, typed) {
      const address = typed.word('The address')
      const month = typed.word('The month')
      typed.end()
      if (isIP(address) === 0) throw new CommandError(`"${address}" is not an IP address.`)
      const at = new Date(`${month}-01T00:00:00Z`)
      if (!/^\d{4}-\d{2}$/.test(month) || Number.isNaN(at.getTime()))
        throw new CommandError(`"${month}" is not a month such as 2026-11.`)
      return `${networkOf(address)} is ${networkId(keys, address, at)} in the log of ${month}.`
    },
  },
}
