import { pathToFileURL } from 'node:url'
import type { Endpoint } from '../src/lib/api/endpoint.ts'

const CALLS = /\/src\/lib\/[\w-]+\/(?:[\w-]+-)?calls\.ts$/

/** A call without its schemas and texts; `body` and `answer` only say whether there is one. */
export function plainCall(call: Endpoint) {
  const { summary: _summary, who: _who, errors: _errors, ...made } = call
  const { params: _params, query: _query, body, answer, ...plain } = made
  return { ...plain, ...(body && { body: true }), answer: answer && true }
}

const isCall = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'auth' in value

/**
 * Removes the schemas from the contract's calls in browser scripts: building them takes a phone a quarter of a second, and
 * the server validates by them anyway. Forms import the schemas they need from `shapes`.
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
