import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { allRoutes } from '#server/calls.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'

type Content = Record<string, { schema: { additionalProperties?: boolean } }>

interface Operation {
  operationId: string
  summary: string
  security: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<number, { content?: Content }>
}

interface OpenApi {
  openapi: string
  servers: unknown[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { additionalProperties?: boolean; required: string[] }> }
}

let app: Application
beforeAll(async () => {
  app = startApplication(await databases[0]!.open())
})

describe('the contract', () => {
  test('is served, every call of it and no other', () => {
    const served = allRoutes(app.deps).map(({ endpoint }) => endpoint)
    for (const endpoint of served) expect(endpoint).toBe(contract[endpoint.name])
    const names = served.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.sort()).toEqual(Object.keys(contract).sort())
  })

  test('names each call by its key, and has one for each method and path', () => {
    for (const [key, { name }] of Object.entries(contract)) expect(name).toBe(key)
    const addresses = Object.values(contract).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  /** The specification's table, and sign-out. */
  const SPECIFICATION = `
    POST /auth/token, POST /auth/revoke, POST /car/{regNo}/retrieveandcreate, GET /cms/build-and-quote, GET /countries,
    PUT /customer/{id}/password, PATCH /customer/{id}/change-web-account-email,
    POST /customer/{id}/create-web-account, POST /customer/{id}/purchase-journeys, GET /customer/{id},
    GET /customer/{id}/ownerships, GET /customer/{id}/purchase-journeys, GET /customer/{id}/quotes,
    GET /customer/{id}/reservations, PATCH /customer/{id}, POST /customers/resetpassword/check,
    POST /customers/resetpassword/complete, POST /customers/resetpassword/start, POST /customers,
    GET /customers/search, GET /dealers, GET /me, GET /model/list, GET /model/variant/option/{option},
    POST /poli/check, POST /poli/pay, DELETE /purchase-journey/{id}, GET /purchase-journey/{id},
    PATCH /purchase-journey/{id}, POST /purchase-journey/{id}/confirm-purchase, POST /quote,
    DELETE /quote/{id}, GET /quote/{id}, POST /quote/{id}/email/hondacare, POST /quote/email,
    POST /quote/save, POST /quote/{id}/refresh, GET /recalls, POST /stripe/check, GET /stripe/config,
    POST /stripe/start`
    .split(',')
    .map((call) => call.trim())

  test('has the 41 calls of the specification', () => {
    const declared = Object.values(contract).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    )
    expect(SPECIFICATION).toHaveLength(41)
    expect(SPECIFICATION.filter((call) => !declared.includes(call))).toEqual([])
  })

  test.each(Object.values(contract).filter(({ auth }) => auth === 'bearer'))(
    '$name is answered with 401 without a token',
    async ({ method, path }) => {
      const url = `/api${path.replace(/:\w+/g, '1')}`
      const response = await app.request(url, { method })
      expect(response.status).toBe(401)
    },
  )
})

describe('the OpenAPI document', () => {
  let document: OpenApi
  beforeAll(async () => {
    document = (await (await app.request('/api/openapi.json')).json()) as OpenApi
  })
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )

  test('has every call', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(document.openapi).toBe('3.1.1')
    expect(document.servers).toEqual([{ url: 'http://shop.test/api' }])
    expect(ids.sort()).toEqual(Object.keys(contract).sort())
  })

  test('declares each parameter of a path, and no other', () => {
    for (const { path, operation } of operations()) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((one) => one.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(named)
      expect(declared.every(({ required, schema }) => required && schema)).toBe(true)
    }
  })

  test('refers to nothing that is not there', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!)
    expect(refs.length).toBeGreaterThan(100)
    for (const ref of new Set(refs)) {
      const found = ref
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect([ref, found]).toEqual([ref, expect.anything()])
    }
    expect(JSON.stringify(document)).not.toContain('$defs')
  })

  test('tells the success, the failures and who may call', () => {
    for (const { operation } of operations()) {
      const { ok, answer, answersFile, errors = [], auth } = contract[operation.operationId]!
      const statuses = Object.keys(operation.responses).map(Number)
      expect(statuses).toEqual(expect.arrayContaining([ok, ...errors, 400, 429, 500]))
      const content = operation.responses[ok]!.content?.['application/json']
      const isJson = answer !== null || answersFile === 'application/json'
      expect(content !== undefined).toBe(isJson)
      expect(operation.security.length > 0).toBe(auth !== 'none')
      expect(operation.summary).toMatch(/\.$/)
    }
  })

  test('says that unknown input is refused, and that answers may grow', () => {
    const { requestBody } = document.paths['/customer/{id}']!.patch!
    expect(requestBody!.content['application/json']!.schema.additionalProperties).toBe(false)
    expect(document.components.schemas.Customer!.additionalProperties).toBeUndefined()
    expect(document.components.schemas.Customer!.required).toContain('email')
  })
})
