import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { SPECIFICATION_CALLS } from '#lib/specification-calls.ts'
import { WEB_CLIENT } from '#server/api-clients/oauth.ts'
import { databases } from '#tests/setup/databases.ts'
import { startHttpServer, type HttpServer } from '#tests/setup/http-server.ts'
import { RIGHT_CAPTCHA } from '#tests/setup/people.ts'
import { TERMS_VERSION } from '#tests/setup/purchases.ts'
import { openWorld, type World } from '#tests/setup/world.ts'
import type { Target } from '../../../scripts/conformance/caller.ts'
import { conformance, differs, reportText } from '../../../scripts/conformance/conformance.ts'

let world: World
beforeAll(async () => {
  const db = await databases[0]!.open()
  world = await openWorld(db)
})
afterAll(() => world.stop())

/** Our own server, with an answer distorted on its way. */
const target = (
  distort: (answer: Response, request: Request) => Promise<Response> | Response,
): Target => ({
  url: 'http://shop.test/api',
  client: WEB_CLIENT,
  customer: { username: 'customer@demo.example', password: SAMPLE_PASSWORD },
  other: { username: 'company@demo.example', password: SAMPLE_PASSWORD },
  staff: { username: 'staff@demo.example', password: SAMPLE_PASSWORD },
  captcha: RIGHT_CAPTCHA,
  registration: null,
  termsVersion: TERMS_VERSION,
  fetch: async (url, init) => {
    // So that a later email is newer.
    world.app.clock.advance(1)
    const request = new Request(String(url), init)
    const { method, headers } = request
    const body = method === 'GET' || method === 'DELETE' ? null : await request.clone().text()
    const { pathname, search } = new URL(request.url)
    const answer = await world.app.request(`${pathname}${search}`, {
      method,
      headers,
      ...(body !== null && { body }),
    })
    return distort(answer, request)
  },
})

test('our own server conforms in every call', async () => {
  const reports = await conformance(target((answer) => answer))
  expect(reportText('ours', reports)).toMatch('41 calls: 41 conform, 0 differ')
  expect(differs(reports)).toBe(false)
  expect(reports.map(({ name }) => name).sort()).toEqual([...SPECIFICATION_CALLS].sort())
})

/** A change of what a call answers, or of what it is asked. */
interface Deviation {
  call: string
  /** What the report has to name beside the call. */
  named: RegExp
  distort: (answer: Response, request: Request) => Promise<Response> | Response
}

type Fields = Record<string, unknown>

const json =
  (change: (body: Fields) => void) =>
  async (answer: Response): Promise<Response> => {
    if (!answer.ok) return answer
    const body = (await answer.json()) as Fields
    change(body)
    return Response.json(body, { status: answer.status, headers: answer.headers })
  }
const otherStatus =
  (from: number, to: number) =>
  async (answer: Response): Promise<Response> =>
    answer.status === from
      ? new Response(to === 204 ? null : await answer.text(), {
          status: to,
          headers: answer.headers,
        })
      : answer

const DEVIATIONS: Record<string, Deviation> = {
  'money as text': {
    call: 'listModels',
    named: /models\.0\.fromPriceCents: wanted number, found string/,
    distort: json(({ models }) => ((models as Fields[])[0]!.fromPriceCents = '41,390')),
  },
  'a field that is missing': {
    call: 'getCustomer',
    named: /mobilePhone: wanted string, found nothing/,
    distort: json((body) => delete body.mobilePhone),
  },
  'a word that is none of its words': {
    call: 'getPurchaseJourney',
    named: /status\.purchaseJourneyStatusCode: wanted "STARTED" or .*found string \("OPEN"\)/,
    distort: json((body) => (body.status = { purchaseJourneyStatusCode: 'OPEN' })),
  },
  'a token without its end': {
    call: 'token',
    named: /success: expires_in: wanted/,
    distort: json((body) => delete body.expires_in),
  },
  'lines that do not add up': {
    call: 'calculateQuote',
    named: /lines: wanted \d+ cents in all/,
    distort: json(({ lines }) => (lines as unknown[]).pop()),
  },
  'another status of a success': {
    call: 'startPasswordReset',
    named: /success: status: wanted 204, found 200/,
    distort: otherStatus(204, 200),
  },
  'data for anybody': {
    call: 'getOwnerships',
    named: /without a token: status: wanted 401, found 200/,
    distort: otherStatus(401, 200),
  },
  'another customer’s data': {
    call: 'listQuotes',
    named: /another customer’s number: status: wanted 403, found 200/,
    distort: otherStatus(403, 200),
  },
  'an error that names no field': {
    call: 'emailQuote',
    named: /a wrong quoteId: messages: wanted the property quoteId, found none/,
    distort: async (answer) => {
      if (answer.status !== 400) return answer
      const body = (await answer.json()) as { messages: object[] }
      const messages = body.messages.map((line) => ({ ...line, property: undefined }))
      return Response.json({ ...body, messages }, { status: 400, headers: answer.headers })
    },
  },
  'an error of another media type': {
    call: 'deleteQuote',
    named: /Content-Type: wanted application\/problem\+json, found text\/html/,
    distort: async (answer) =>
      answer.ok
        ? answer
        : new Response('<h1>No</h1>', {
            status: answer.status,
            headers: { 'content-type': 'text/html' },
          }),
  },
  'a list that is never the same': {
    call: 'listDealers',
    named: /ETag and 304: ETag: wanted one, found none/,
    distort: (answer) => {
      answer.headers.delete('etag')
      return answer
    },
  },
}

describe('a deviation is named by call and field', () => {
  test.each(Object.entries(DEVIATIONS))('%s', async (_name, { call, named, distort }) => {
    const { path, method } = contract[call]!
    const pattern = new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`)
    const reports = await conformance(
      target((answer, request) =>
        request.method === method && pattern.test(new URL(request.url).pathname)
          ? distort(answer, request)
          : answer,
      ),
      call,
    )
    expect(differs(reports)).toBe(true)
    const text = reportText('theirs', reports)
    expect(text).toMatch(new RegExp(`^✗ ${call} `, 'm'))
    expect(text).toMatch(named)
  })

  test('a key that is not honoured, and a version', async () => {
    const ignoring = (header: string): Target => {
      const { fetch: ask, ...rest } = target((answer) => answer)
      return {
        ...rest,
        fetch: (url, init) => {
          const headers = new Headers(init?.headers)
          headers.delete(header)
          return ask!(url, { ...init, headers })
        },
      }
    }
    const saved = await conformance(ignoring('idempotency-key'), 'saveQuote')
    expect(reportText('theirs', saved)).toMatch(/the same Idempotency-Key: the second answer/)
    const updated = await conformance(ignoring('if-match'), 'updatePurchaseJourney')
    expect(reportText('theirs', updated)).toMatch(
      /an If-Match of another version: status: wanted 412, found 200/,
    )
  })
})

test('without accounts the rest is looked at, and it is said what was not', async () => {
  const alone = { ...target((answer) => answer), customer: null, other: null, staff: null }
  const reports = await conformance(alone)
  expect(reportText('ours', reports)).toMatch(/41 calls: \d+ conform, 0 differ/)
  expect(reportText('ours', reports)).toMatch(
    /– getCustomer .*\n +not checked: success: it needs an account: --username NAME --password/,
  )
})

test('an API that is not there is said to give no answer', async () => {
  const nowhere = { ...target((answer) => answer), url: 'http://127.0.0.1:9' }
  const reports = await conformance({ ...nowhere, fetch }, 'listDealers')
  expect(reportText('nowhere', reports)).toMatch(/success: no answer that can be read/)
})

describe('the command', () => {
  let server: HttpServer
  beforeAll(async () => {
    server = await startHttpServer(() => ({ body: { countries: [] } }))
  })
  afterAll(() => server.close())

  const run = (...args: string[]): Promise<{ code: number; said: string }> =>
    new Promise((done) =>
      execFile(process.execPath, ['scripts/conformance.ts', ...args], (error, out, err) =>
        done({ code: typeof error?.code === 'number' ? error.code : 0, said: `${out}${err}` }),
      ),
    )

  test('ends with 1 where a call differs', async () => {
    const { code, said } = await run(
      ...['--url', `${server.url}/v1/`, '--client', 'pages:public', '--only', 'listCountries'],
    )
    expect(said).toMatch(/countries\.0\.code: wanted NZ, found undefined/)
    expect(code).toBe(1)
    expect(server.asked[0]!.path).toBe('/v1/countries')
  })

  test.each([
    [['--client', 'a:b'], '--url must be the address of an API.'],
    [['--url', 'https://api.brand.example'], '--client is missing.'],
    [['--url', 'https://a.example', '--client', 'a'], '--client must be two parts'],
    [['--speed', '9'], "Unknown option '--speed'"],
  ])('%j is a mistake, and it says how it is used', async (args, words) => {
    const { code, said } = await run(...args)
    expect(said).toContain(words)
    expect(said).toContain('npm run conformance --')
    expect(code).toBe(2)
  })
})
