import { expect, test } from 'vitest'
import { Hono } from 'hono'
import { CallRouter } from './call-router.ts'

const app = new Hono({ router: new CallRouter() })
for (const path of ['/quote/save', '/quote/:id/code', '/quote/:id', '/me'])
  app.on('POST', path, (c) => c.json({ path, id: c.req.param('id') }))

test.each([
  ['/quote/save', { path: '/quote/save' }],
  ['/quote/q1', { path: '/quote/:id', id: 'q1' }],
  ['/quote/save/code', { path: '/quote/:id/code', id: 'save' }],
  ['/quote/a%20b/code', { path: '/quote/:id/code', id: 'a b' }],
  ['/me', { path: '/me' }],
])('%s finds its call and what varies in it', async (path, found) => {
  const answer = await app.request(path, { method: 'POST' })
  expect(await answer.json()).toEqual(found)
})

test.each([
  ['GET', '/quote/save'],
  ['POST', '/quote/q1/other'],
  ['POST', '/me/'],
])('%s %s finds none', async (method, path) => {
  expect((await app.request(path, { method })).status).toBe(404)
})
