import { pathToFileURL } from 'node:url'
import type { Endpoint } from '../src/lib/api/endpoint.ts'

const CALLS = /\/src\/lib\/[\w-]+\/(?:[\w-]+-)?calls\.ts$/

/** A call without its shapes and words: that there is a body, and an answer, is all that is left of them. */
export function plainCall(call: Endpoint) {
  const { summary: _summary, who: _who, errors: _errors, ...made } = call
  const { params: _params, query: _query, body, answer, ...plain } = made
  return { ...plain, ...(body && { body: true }), answer: answer && true }
}

const isCall = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'auth' in value

/**
 * In the scripts of the pages the calls of the contract come without their shapes: making those takes a phone's processor
 * a quarter of a second, and the server checks by them anyway. What a form checks it imports from `shapes`.
 */
export const plainCalls = () => ({
  name: 'plain-calls',
  apply: 'build' as const,
  applyToEnvironment: ({ name }: { name: string }) => name === 'client',
  async load(id: string) {
    if (!CALLS.test(id)) return undefined
    const exported = Object.entries((await import(pathToFileURL(id).href)) as object)
    const calls = exported.filter((entry): entry is [string, Endpoint] => isCall(entry[1]))
    if (calls.length === 0) return undefined
    return calls
      .map(([name, call]) => `export const ${name} = ${JSON.stringify(plainCall(call))}`)
      .join('\n')
  },
})
