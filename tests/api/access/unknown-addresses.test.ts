import { expect, test } from 'vitest'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'

test.each(databases)(
  'on $name an address without a call costs little, however long, and counts as a call',
  async ({ open }) => {
    const db = await open()
    const env = { LIMIT_CALLS_PER_MINUTE: '100' }
    const { request } = startApplication(db, { env })
    const usedMs = async (path: string) => {
      const before = process.cpuUsage()
      for (let n = 0; n < 50; n++) expect((await request(path)).status).toBe(404)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    // One took 20 ms, where each of the 150 calls took the whole path apart.
    expect(await usedMs(`/api/${'/'.repeat(15_500)}`)).toBeLessThan(700)
    await usedMs('/api/no-such-call')
    const refused = await request('/api/no-such-call')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await request('/api/config')).status).toBe(429)
    expect((await request('/api/auth/token')).status).toBe(429)
    await db.destroy()
  },
)
