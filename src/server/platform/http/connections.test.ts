import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { limitConnections } from './connections.ts'

/** How many connections of an address are still open. */
function openFrom(limit: ReturnType<typeof limitConnections>, ip: string, times: number) {
  const sockets = Array.from({ length: times }, () =>
    Object.assign(new EventEmitter(), {
      remoteAddress: ip,
      isOpen: true,
      destroy() {
        this.isOpen = false
        return this as unknown as Socket
      },
    }),
  )
  for (const socket of sockets) limit(socket as unknown as Socket)
  return sockets.filter(({ isOpen }) => isOpen)
}

test('a site has five hundred connections, and another one again when one is closed', () => {
  const limit = limitConnections(0)
  const open = openFrom(limit, '203.0.113.1', 600)
  expect(open).toHaveLength(500)
  expect(openFrom(limit, '203.0.113.2', 1)).toHaveLength(1)
  expect(openFrom(limit, '2001:db8:1:1::1', 400)).toHaveLength(400)
  expect(openFrom(limit, '2001:db8:1:2::1', 400)).toHaveLength(100)
  open[0]!.emit('close')
  expect(openFrom(limit, '203.0.113.1', 2)).toHaveLength(1)
})

test('connections from a proxy, or this machine, are not counted', () => {
  expect(openFrom(limitConnections(1), '10.0.0.1', 600)).toHaveLength(600)
  expect(openFrom(limitConnections(0), '127.0.0.1', 600)).toHaveLength(600)
})
