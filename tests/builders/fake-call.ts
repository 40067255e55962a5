import type { ApiCall } from '#lib/api/client.ts'
import type { ApiFailure, Result } from '#lib/api/failure.ts'

interface SentCall {
  name: string
  params?: Record<string, string | number>
  query?: Record<string, string | undefined>
  body?: unknown
  ifMatch?: string
  captchaToken?: string
  idempotencyKey?: string
  keepalive?: boolean
}

type Answer = Result<unknown> | Promise<Result<unknown>>

/**
 * A client whose server is a table: what each call answers, by the endpoint's name. A call that is not in the table
 * fails the test. `sent` is what was asked, in order.
 */
export function fakeCall(answers: Record<string, (input: SentCall) => Answer>) {
  const sent: SentCall[] = []
  const call = (async (endpoint: { name: string }, input: object = {}) => {
    const request = { ...input, name: endpoint.name }
    sent.push(request)
    const answer = answers[endpoint.name]
    if (!answer) throw new Error(`Nobody expected ${endpoint.name}`)
    return answer(request)
  }) as unknown as ApiCall
  return { call, sent, names: () => sent.map(({ name }) => name) }
}

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const problem = (status: number, message = 'No', property?: string): Result<never> => ({
  ok: false,
  failure: {
    kind: 'problem',
    status,
    problem: { message, messages: [{ type: 'ERROR', message, ...(property && { property }) }] },
  },
})

export const failing = (failure: ApiFailure): Result<never> => ({ ok: false, failure })

export const unreachable = failing({ kind: 'network', reason: 'failed' })
