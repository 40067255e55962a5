import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Lab } from '#server/lab-state.ts'
import type { CommonStore } from './common-store.ts'
import type { Notices } from './notices.ts'

/** The options of every simulated provider. */
export interface SimulatorOptions {
  /** The provider's own database: a path, or `:memory:`. */
  file: string
  /** The shop's public address, without a slash at the end. */
  siteUrl: string
  /** Where the shop receives notices, on this machine. */
  noticeUrl: string
  /** How long after the buyer's click a usual notice is sent. */
  noticeDelayMs?: number
  now?: () => Date
  lab?: Lab
}

export interface Simulator<Settings> {
  /** Settings for the adapter of the real provider. */
  settings: Settings
  /** The buyer's pages, served below the shop's address. */
  pages: Hono
  stop(): Promise<void>
}

const EXPIRY_POLL_MS = 5_000

interface Parts {
  api: Hono
  store: CommonStore
  notices: Notices
  /** Closes expired pages. */
  expireOverdue: () => Promise<unknown>
}

/** Serves a provider's API on a free loopback port and closes expired pages, until it is stopped. */
export async function runSimulator({ api, store, notices, expireOverdue }: Parts) {
  const expiry = setInterval(() => void expireOverdue(), EXPIRY_POLL_MS).unref()
  const server = createServer(getRequestListener(api.fetch))
  // Each process has its own port.
  server.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      clearInterval(expiry)
      await notices.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      store.close()
    },
  }
}
