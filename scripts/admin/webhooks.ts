import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/server/webhooks/events.ts'
import {
  findEndpoint,
  listAttempts,
  listEndpoints,
  listFailed,
} from '../../src/server/webhooks/queries.ts'
import { urlProblem } from '../../src/server/providers/webhooks/post.ts'
import {
  createEndpoint,
  renewEndpointSecret,
  replay,
  switchEndpoint,
} from '../../src/server/webhooks/webhooks.ts'
import { CommandError, table, type Command } from './command.ts'

/** The most lines of a list. */
const MOST = 100

const secretInWords = (endpointId: string, secret: string) =>
  `endpoint  ${endpointId}\nsecret    ${secret}\n\nThe secret won’t be shown again, so save it now.`

const noEndpoint = (endpointId: string) => new CommandError(`There is no endpoint "${endpointId}".`)

const onOrOff = (isOn: boolean): Command => ({
  takes: 'ENDPOINT',
  what: isOn ? 'turns an endpoint back on' : 'turns an endpoint off',
  async run(deps, typed) {
    const endpointId = typed.word('ENDPOINT')
    typed.end()
    if (!(await switchEndpoint(deps, endpointId, isOn))) throw noEndpoint(endpointId)
    return `${endpointId} is ${isOn ? 'on' : 'off'}.`
  },
})

export const WEBHOOK_COMMANDS: Record<string, Command> = {
  'webhook add': {
    takes: 'URL --events a,b',
    what: 'adds an endpoint to notify, and shows its signing secret, once',
    async run(deps, typed) {
      const url = typed.word('URL')
      const events = typed.list('events', Object.keys(WEBHOOK_EVENTS) as WebhookEvent[])
      typed.end()
      const problem = urlProblem(url, deps.settings.webhooks)
      if (problem) throw new CommandError(`"${url}" ${problem}.`)
      if (events.length === 0) throw new CommandError('--events needs at least one event.')
      const { endpointId, secret } = await createEndpoint(deps, { url, events })
      return secretInWords(endpointId, secret)
    },
  },
  'webhook list': {
    takes: '',
    what: 'lists the endpoints with their events',
    async run({ db }, typed) {
      typed.end()
      const endpoints = await listEndpoints(db)
      if (endpoints.length === 0) return 'There are no endpoints.'
      return table(
        endpoints.map(({ endpoint_id, url, events, disabled_at }) => [
          endpoint_id,
          disabled_at === null ? 'on' : 'off',
          url,
          (JSON.parse(events) as string[]).join(', '),
        ]),
      )
    },
  },
  'webhook off': onOrOff(false),
  'webhook on': onOrOff(true),
  'webhook secret': {
    takes: 'ENDPOINT',
    what: 'shows a new secret, once; the next delivery is signed with it',
    async run(deps, typed) {
      const endpointId = typed.word('ENDPOINT')
      typed.end()
      const secret = await renewEndpointSecret(deps, endpointId)
      if (!secret) throw noEndpoint(endpointId)
      return secretInWords(endpointId, secret)
    },
  },
  'webhook log': {
    takes: 'ENDPOINT',
    what: `lists the last ${MOST} attempts, latest first, with time, status, duration and event`,
    async run({ db }, typed) {
      const endpointId = typed.word('ENDPOINT')
      typed.end()
      if (!(await findEndpoint(db, endpointId))) throw noEndpoint(endpointId)
      const attempts = await listAttempts(db, endpointId, MOST)
      if (attempts.length === 0) return 'Nothing has been sent yet.'
      return table(
        attempts.map(({ at, status, ms, error, type, event_id }) => [
          at,
          String(status ?? error),
          `${ms} ms`,
          type,
          event_id,
        ]),
      )
    },
  },
  'webhook failed': {
    takes: '',
    what: `lists up to ${MOST} deliveries that failed for good`,
    async run({ db }, typed) {
      typed.end()
      const failed = await listFailed(db, MOST)
      if (failed.length === 0) return 'Nothing has failed for good.'
      return table(
        failed.map(({ delivery_id, endpoint_id, type, queued_at, attempts, last_error }) => [
          String(delivery_id),
          endpoint_id,
          type,
          queued_at,
          `${attempts} tries`,
          last_error ?? '',
        ]),
      )
    },
  },
  'webhook replay': {
    takes: 'NUMBER|all',
    what: 'tries failed deliveries for another day: one by its number in that list, or all',
    async run(deps, typed) {
      const which = typed.word('NUMBER')
      typed.end()
      if (which !== 'all' && !/^[1-9]\d{0,8}$/.test(which))
        throw new CommandError(`"${which}" isn’t the number of a delivery.`)
      const count = await replay(deps, which === 'all' ? null : Number(which))
      if (count === 0) throw new CommandError('No delivery like that has failed for good.')
      return `${count} queued again.`
    },
  },
}
