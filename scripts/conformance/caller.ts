import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { getCaptchaChallenge, listDemoMail } from '#lib/site/calls.ts'

/** What is sent with a call. */
export interface Given {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: Record<string, unknown>
  token?: string | null
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** `undefined` where the text is no JSON. */
  json: unknown
}

export interface Account {
  username: string
  password: string
}

/** The API that is checked, and whom it knows. */
export interface Target {
  /** Without a slash at the end. */
  url: string
  client: { id: string; secret: string }
  customer: Account | null
  other: Account | null
  staff: Account | null
  /** An answer that its captcha takes; `null`: a puzzle of its own, if it has one. */
  captcha: string | null
  /** The plate of a car that its register knows. */
  registration: string | null
  termsVersion: string
  fetch?: typeof fetch
}

/** A call waits this long, as the pages do. */
const TIMEOUT_MS = 60_000

export const endpointOf = (name: string): Endpoint => contract[name]!

/** Makes a call as a browser without cookies does. */
export async function send(
  { url, fetch: ask = fetch }: Target,
  { method, path, encoding, ...endpoint }: Endpoint,
  { params = {}, query, body, token, headers }: Given = {},
): Promise<Reply> {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const isForm = encoding === 'form'
  const sent = endpoint.body && (body ?? {})
  const answer = await ask(`${url}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(sent && {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(sent && {
      body: isForm
        ? new URLSearchParams(sent as Record<string, string>).toString()
        : JSON.stringify(sent),
    }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await answer.text()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: answer.status, headers: answer.headers, text, json }
}

/** The header of a captcha that is solved, as far as that can be done without a browser. */
export async function captchaHeaders(target: Target): Promise<Record<string, string>> {
  if (target.captcha !== null) return { 'x-captcha-token': target.captcha }
  const { status, json } = await send(target, getCaptchaChallenge)
  if (status !== 200) return {}
  const challenge = json as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const text = JSON.stringify({ challenge, solution })
  return { 'x-captcha-token': Buffer.from(text).toString('base64') }
}

/** How often, and how soon again, is looked for an email that is being sent. */
const MAIL_TRIES = 10
const MAIL_PAUSE_MS = 300

/**
 * The code in the newest email to an address, where the API shows its mail (a demo of ours); else `null`.
 *
 * @param before The code of an earlier email, which is not waited for.
 */
export async function mailedCode(
  target: Target,
  to: string,
  before: string | null = null,
): Promise<string | null> {
  for (let tries = 0; tries < MAIL_TRIES; tries++) {
    const { status, json } = await send(target, listDemoMail, { query: { to } })
    if (status !== 200) return null
    const { messages } = json as { messages: { text: string }[] }
    const code = /^\d{6}$/m.exec(messages[0]?.text ?? '')?.[0]
    if (code && code !== before) return code
    await new Promise((done) => setTimeout(done, MAIL_PAUSE_MS))
  }
  return null
}
