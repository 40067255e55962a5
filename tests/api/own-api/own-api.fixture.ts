import { afterEach, beforeEach } from 'vitest'
import { startFront } from '#tests/setup/own-api.ts'
import { startHttpServer, type HttpServer } from '#tests/setup/http-server.ts'

// The pages' process in front of an API of the brand's own.

export let api: HttpServer
export let front: Awaited<ReturnType<typeof startFront>>

export function setUpFront() {
  beforeEach(async () => {
    api = await startHttpServer(() => ({ body: { countries: [] } }))
    front = await startFront(`${api.url}/brand/v1`)
  })
  afterEach(async () => {
    await front.assembly.stop()
    await api.close()
  })
}

export const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
