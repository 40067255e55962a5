import { listApiClients } from '../../src/server/api-clients/queries.ts'
import { SCOPES, type Scope } from '../../src/lib/api/who.ts'
import {
  createApiClient,
  endApiClient,
  renewClientSecret,
} from '../../src/server/api-clients/api-clients.ts'
import { CommandError, table, type Command } from './command.ts'

const secretInWords = (clientId: string, secret: string) =>
  `client_id      ${clientId}\nclient_secret  ${secret}\n\nThe secret isn’t stored anywhere, so save it now.`

const noClient = (clientId: string) => new CommandError(`There is no machine client "${clientId}".`)

export const CLIENT_COMMANDS: Record<string, Command> = {
  'client add': {
    takes: 'NAME --scopes a,b',
    what: 'creates a machine client and shows its secret, once',
    async run(deps, typed) {
      const name = typed.word('NAME')
      const scopes = typed.list('scopes', Object.keys(SCOPES) as Scope[])
      typed.end()
      if (scopes.length === 0) throw new CommandError('--scopes needs at least one scope.')
      const { clientId, secret } = await createApiClient(deps, { name, scopes })
      return secretInWords(clientId, secret)
    },
  },
  'client list': {
    takes: '',
    what: 'lists the machine clients with their scopes',
    async run({ db }, typed) {
      typed.end()
      const clients = await listApiClients(db)
      if (clients.length === 0) return 'There are no machine clients.'
      return table(
        clients.map(({ client_id, name, scopes, revoked_at }) => [
          client_id,
          name,
          revoked_at === null
            ? (JSON.parse(scopes) as string[]).join(', ')
            : `ended ${revoked_at.slice(0, 10)}`,
        ]),
      )
    },
  },
  'client secret': {
    takes: 'CLIENT-ID',
    what: 'shows a new secret, once; the old one and its tokens stop working',
    async run(deps, typed) {
      const clientId = typed.word('CLIENT-ID')
      typed.end()
      const secret = await renewClientSecret(deps, clientId)
      if (!secret) throw noClient(clientId)
      return secretInWords(clientId, secret)
    },
  },
  'client end': {
    takes: 'CLIENT-ID',
    what: 'ends a machine client and its tokens',
    async run(deps, typed) {
      const clientId = typed.word('CLIENT-ID')
      typed.end()
      if (!(await endApiClient(deps, clientId))) throw noClient(clientId)
      return `${clientId} can no longer sign in.`
    },
  },
}
