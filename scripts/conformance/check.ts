import { randomUUID } from 'node:crypto'
import { endpointOf, type Given, type Reply } from './caller.ts'
import { problemFaults, successFaults } from './judge.ts'
import type { Visit } from './visit.ts'

/** One thing to look at in a call. It answers what differs from the contract. */
export interface Check {
  what: string
  run(visit: Visit): Promise<string[]>
}

type MakeGiven = (visit: Visit) => Given | Promise<Given>

/** An id that nothing has. */
const NOBODYS = 'conformance_nothing_has_this_id'

/** The answer of a good request. */
export const succeeds = (
  name: string,
  given: MakeGiven = () => ({}),
  more: (reply: Reply, visit: Visit) => string[] = () => [],
): Check => ({
  what: 'success',
  async run(visit) {
    const reply = await visit.send(name, await given(visit))
    const faults = successFaults(endpointOf(name), reply)
    return faults.length > 0 ? faults : more(reply, visit)
  },
})

/** A list for everyone has a tag, and says 304 to who has it. */
export const isTagged = (name: string, given: MakeGiven = () => ({})): Check => ({
  what: 'ETag and 304',
  async run(visit) {
    const asked = await given(visit)
    const etag = (await visit.send(name, asked)).headers.get('etag')
    if (etag === null) return ['ETag: wanted one, found none']
    const { status } = await visit.send(name, { ...asked, headers: { 'if-none-match': etag } })
    return status === 304 ? [] : [`status to If-None-Match: wanted 304, found ${status}`]
  },
})

/** Without a token nobody is told anything; of what a visitor may own, not even that it is there. */
export const needsToken = (name: string, given: MakeGiven): Check => ({
  what: 'without a token',
  async run(visit) {
    const { token: _, ...rest } = await given(visit)
    const mayBeVisitors = endpointOf(name).auth === 'optional'
    return problemFaults(await visit.send(name, rest), mayBeVisitors ? [401, 404] : [401])
  },
})

/** Another customer's number is refused. */
export const refusesNumber = (name: string, given: MakeGiven, statuses = [403]): Check => ({
  what: 'another customer’s number',
  async run(visit) {
    const asked = await given(visit)
    const params = { ...asked.params, id: Number(asked.params!.id) + 1 }
    return problemFaults(await visit.send(name, { ...asked, params }), statuses)
  },
})

/** What is somebody else's is answered as what is not there: 404, the same but for the reference. */
export const hidesForeign = (
  name: string,
  /** The request about a thing of somebody else's, or of nobody's. */
  about: (visit: Visit, id: string) => Given | Promise<Given>,
  foreign: (visit: Visit) => Promise<string>,
): Check => ({
  what: 'somebody else’s',
  async run(visit) {
    const there = await visit.send(name, await about(visit, await foreign(visit)))
    const faults = problemFaults(there, [404])
    if (faults.length > 0) return faults
    const missing = await visit.send(name, await about(visit, NOBODYS))
    const without = ({ json }: Reply) => JSON.stringify({ ...(json as object), requestId: '' })
    return without(there) === without(missing)
      ? []
      : ['the body: it differs from that of an id nobody has, so it shows what is there']
  },
})

/** A wrong field is named. */
export const names = (
  property: string,
  name: string,
  given: MakeGiven,
  codes: readonly string[] = ['Validation'],
): Check => ({
  what: `a wrong ${property}`,
  run: async (visit) =>
    problemFaults(await visit.send(name, await given(visit)), [400], { property, codes }),
})

/** The same key gives the same answer. */
export const repeats = (
  name: string,
  given: MakeGiven,
  same: (json: unknown) => unknown = () => '',
): Check => ({
  what: 'the same Idempotency-Key',
  async run(visit) {
    const asked = await given(visit)
    const headers = { ...asked.headers, 'idempotency-key': randomUUID() }
    const [first, second] = [
      await visit.send(name, { ...asked, headers }),
      await visit.send(name, { ...asked, headers }),
    ]
    const endpoint = endpointOf(name)
    const faults = [...successFaults(endpoint, first), ...successFaults(endpoint, second)]
    if (faults.length > 0) return faults
    const [a, b] = [same(first.json), same(second.json)]
    return a === b ? [] : [`the second answer: wanted that of the first (${a}), found ${b}`]
  },
})
