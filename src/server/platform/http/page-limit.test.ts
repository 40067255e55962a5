import { expect, test } from 'vitest'
import { databases } from '#tests/setup/databases.ts'
import { startApplication } from '#tests/setup/application.ts'
import { enforcePageLimit } from './limits.ts'

test('addresses without a page leave others of a network their purchases', async () => {
  const db = await databases[0]!.open()
  const { deps } = startApplication(db, { env: { LIMIT_RENDERED_PAGES_PER_MINUTE: '3' } })
  const ip = '203.0.113.7'
  const missing = () => enforcePageLimit(deps, ip, false)
  for (let count = 0; count < 3; count++) missing()
  expect(missing).toThrow('Too many attempts')
  for (let count = 0; count < 3; count++) enforcePageLimit(deps, ip, true)
  expect(() => enforcePageLimit(deps, ip, true)).toThrow('Too many attempts')
  await db.destroy()
})
