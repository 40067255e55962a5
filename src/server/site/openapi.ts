import { contract } from '#lib/contract.ts'
import {
  failureStatuses,
  responseHeaders,
  requestHeaders,
  type HeaderDescription,
  callersText,
} from '#lib/api/endpoint-docs.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { namedShapes } from '#lib/named-shapes.ts'
import { Problem } from '#lib/problem.ts'
import { FILE_TYPES } from '#lib/shared/files.ts'
import { z } from '#lib/shared/zod.ts'
import type { Deps } from '#server/deps.ts'

type Json = Record<string, unknown>
type Schema = z.core.$ZodType

const DESCRIPTIONS: Record<number, string> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Success, with no body.',
  303: 'Continue at `Location`.',
  304: 'Not changed since the `ETag` given in `If-None-Match`.',
  400: 'Something in the request is not valid; see `messages`.',
  401: 'Not logged in.',
  403: 'Not permitted.',
  404: 'Not found, or it belongs to someone else.',
  408: 'The body arrived too slowly; wait for `Retry-After`.',
  409: 'Conflicts with the current state.',
  412: 'Changed since it was read.',
  413: 'Too large.',
  415: 'Unsupported media type.',
  422: 'The idempotency key was used for another request.',
  429: 'Too many requests; wait for `Retry-After`.',
  500: 'A server error.',
  503: 'Not available right now.',
}

/** Headers of a failure. */
const FAILURE_HEADERS = {
  'X-Request-Id': { description: 'The reference to give our team.', schema: { type: 'string' } },
  'Retry-After': {
    description:
      'With 408, 429 and 503, and with 409 while the same key is in use: seconds to wait.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'With 401, and with 403 for a machine client (RFC 6750 §3).',
    schema: { type: 'string' },
  },
}

/**
 * The contract as an OpenAPI 3.1 document: the served calls in the order of their declaration.
 */
export function openApiOf(
  { settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>,
  served: readonly Endpoint[] = Object.values(contract),
): Json {
  const schemas: Json = {}
  const schemaOf = (schema: Schema): Json => {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      metadata: namedShapes,
      // Answers may get more fields; clients ignore unknown ones.
      io: 'input',
      unrepresentable: 'any',
    }) as Json & { $defs?: Record<string, Json> }
    Object.assign(schemas, toComponents($defs ?? {}))
    return toComponents(json) as Json
  }

  const paths: Record<string, Json> = {}
  for (const endpoint of served) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const methods = (paths[path] ??= {})
    methods[endpoint.method.toLowerCase()] = operationOf(endpoint, schemaOf)
  }
  const problem = schemaOf(Problem)
  return {
    openapi: '3.1.1',
    info: {
      title: `${catalogue.brand.name} storefront`,
      version: '1.0.0',
      description:
        'Money is integer NZ cents with GST. Days are `yyyy-mm-dd` in New Zealand’s calendar, instants ISO 8601.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${settings.siteUrl}/api` }],
    paths,
    components: {
      schemas,
      responses: {
        Problem: {
          description: 'A failure (RFC 9457).',
          headers: FAILURE_HEADERS,
          content: { 'application/problem+json': { schema: problem } },
        },
        OAuthError: {
          description: 'A failure (RFC 6749 §5.2).',
          headers: FAILURE_HEADERS,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  error: { type: 'string' },
                  error_description: { type: 'string' },
                },
                required: ['error'],
              },
            },
          },
        },
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of POST /auth/token.',
        },
      },
    },
  }
}

/** References point to the document's components instead of to the schema itself. */
const toComponents = (json: Json): Json =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'), (key, value) =>
    // The registry's own `id`, which is not a keyword of JSON Schema.
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as Json

function operationOf(endpoint: Endpoint, schemaOf: (schema: Schema) => Json): Json {
  const isForm = endpoint.encoding === 'form'
  const $ref = `#/components/responses/${isForm ? 'OAuthError' : 'Problem'}`
  const success: Json = { description: DESCRIPTIONS[endpoint.ok] }
  if (endpoint.answer)
    success.content = { 'application/json': { schema: schemaOf(endpoint.answer) } }
  if (endpoint.answersFile)
    success.content =
      endpoint.answersFile === true ? anyFile : { [endpoint.answersFile]: { schema: {} } }
  const headers = responseHeaders(endpoint)
  if (headers.length > 0)
    success.headers = Object.fromEntries(
      headers.map(({ name, description }) => [name, { description, schema: { type: 'string' } }]),
    )

  const operation: Json = {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Who: ${callersText(endpoint.who)}.`,
    security: securityOf(endpoint),
    responses: {
      [endpoint.ok]: success,
      ...(endpoint.isPublic ? { 304: { description: DESCRIPTIONS[304] } } : {}),
      ...Object.fromEntries(
        failureStatuses(endpoint).map((status) => [
          status,
          { $ref, description: DESCRIPTIONS[status] },
        ]),
      ),
    },
  }
  const parameters = parametersOf(endpoint, schemaOf)
  if (parameters.length > 0) operation.parameters = parameters
  if (endpoint.encoding === 'file') operation.requestBody = { required: true, content: anyFile }
  else if (endpoint.encoding === 'raw')
    operation.requestBody = { required: true, content: { 'application/json': { schema: {} } } }
  else if (endpoint.body)
    operation.requestBody = {
      required: true,
      content: {
        [isForm ? 'application/x-www-form-urlencoded' : 'application/json']: {
          schema: schemaOf(endpoint.body),
        },
      },
    }
  return operation
}

/** Raw bytes, by media type. */
const anyFile = Object.fromEntries(FILE_TYPES.map((type) => [type, { schema: {} }]))

const securityOf = ({ auth }: Endpoint): Json[] =>
  auth === 'none' ? [] : auth === 'optional' ? [{ bearer: [] }, {}] : [{ bearer: [] }]

function parametersOf(endpoint: Endpoint, schemaOf: (schema: Schema) => Json): Json[] {
  const fieldsOf = (schema: Schema | undefined) =>
    (schema && (schemaOf(schema) as { properties?: Json; required?: string[] })) || {}
  const params = fieldsOf(endpoint.params)
  const query = fieldsOf(endpoint.query)
  const header = ({ name, description, isRequired }: HeaderDescription) => ({
    name,
    in: 'header',
    required: isRequired,
    description,
    schema: { type: 'string' },
  })
  return [
    ...[...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: params.properties?.[name!] ?? { type: 'string' },
    })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      schema,
    })),
    ...requestHeaders(endpoint).map(header),
  ]
}
