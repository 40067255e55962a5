import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Endpoint } from '#lib/api/endpoint.ts'

interface Media {
  schema: object
}
interface Answer {
  $ref?: string
  content?: Record<string, Media>
}
export interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: { responses: Record<string, Answer> }
}

/** An answer as it came. */
export interface Answered {
  status: number
  headers: Headers
  text: string
}

const escaped = (part: string) =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * Judges answers by the OpenAPI document that is served: whether the status is declared, and whether the media
 * type and the body are as declared for it.
 *
 * @returns What is wrong with an answer; nothing when it is as promised.
 */
export function createJudge(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: string[]): ValidateFunction => {
    const $ref = `openapi#/${pointer.map(escaped).join('/')}`
    const known = validators.get($ref) ?? ajv.compile({ $ref })
    validators.set($ref, known)
    return known
  }

  return (endpoint: Pick<Endpoint, 'method' | 'path'>, { status, headers, text }: Answered) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const method = endpoint.method.toLowerCase()
    const operation = document.paths[path]?.[method]
    if (!operation) return [`${method} ${path} is not in the document`]
    const declared = operation.responses[status]
    if (!declared) return [`${status} is not declared`]

    const complaints: string[] = []
    if (!headers.get('x-request-id')) complaints.push('it has no X-Request-Id')
    const name = declared.$ref?.split('/').at(-1)
    const { content } = name ? document.components.responses[name]! : declared
    if (!content) return text === '' ? complaints : [...complaints, 'it has a body']
    const type = headers.get('content-type')?.split(';')[0] ?? 'none'
    if (!content[type]) return [...complaints, `its media type is ${type}`]

    const pointer = name
      ? ['components', 'responses', name]
      : ['paths', path, method, 'responses', String(status)]
    const validate = validatorOf([...pointer, 'content', type, 'schema'])
    if (!validate(parse(text))) complaints.push(ajv.errorsText(validate.errors))
    return complaints
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
